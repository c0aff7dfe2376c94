//! Blossoms: shrinking, expanding, and flipping paths through them.

use super::{Blossom, Label, Matcher, NONE};
use crate::weight::Weight;

impl<const L: usize> Matcher<L> {
    pub(super) fn common_ancestor(&mut self, v: usize, w: usize) -> Option<usize> {
        let (mut one, mut other) = (v, w);
        let mut path = Vec::new();
        let mut found = None;
        while one != NONE {
            let b = self.root[one];
            if self.label[b] == Label::Crumb {
                found = Some(self.base[b]);
                break;
            }
            path.push(b);
            self.label[b] = Label::Crumb;
            one = match self.label_edge[b] {
                None => NONE,
                Some((inner, _)) => self.label_edge[self.root[inner]].map_or(NONE, |(outer, _)| outer),
            };
            if other != NONE {
                std::mem::swap(&mut one, &mut other);
            }
        }
        for b in path {
            self.label[b] = Label::Outer;
        }
        found
    }

    pub(super) fn shrink(&mut self, base: usize, v: usize, w: usize) {
        // At most size / 2 disjoint blossoms per level exist, fewer than `size` in total.
        let Some(b) = self.unused.pop() else { return };
        let top = self.root[base];
        let mut blossom = Blossom { children: Vec::new(), edges: vec![(v, w)] };
        let mut root = self.root[v];
        while root != top {
            blossom.children.push(root);
            let Some((outside, inside)) = self.label_edge[root] else { break };
            blossom.edges.push((outside, inside));
            root = self.root[outside];
        }
        blossom.children.push(top);
        blossom.children.reverse();
        blossom.edges.reverse();
        root = self.root[w];
        while root != top {
            blossom.children.push(root);
            let Some((outside, inside)) = self.label_edge[root] else { break };
            blossom.edges.push((inside, outside));
            root = self.root[outside];
        }
        for &child in &blossom.children {
            self.parent[child] = b;
        }
        self.base[b] = base;
        self.label_edge[b] = self.label_edge[top];
        self.label[b] = Label::Outer;
        self.blossom_dual[b] = Weight::ZERO;
        let children = blossom.children.clone();
        self.blossoms[b] = blossom;
        for child in children {
            let was_inner = self.label[child] == Label::Inner;
            for leaf in self.leaves(child) {
                self.root[leaf] = b;
                if was_inner {
                    self.queue.push(leaf);
                }
            }
        }
    }

    /// Expands an inner blossom whose dual became zero; the even path from its entry to its base stays in the tree.
    pub(super) fn expand_inner(&mut self, b: usize) {
        let Some((outside, inside)) = self.label_edge[b] else { return };
        let blossom = self.release_children(b);
        let count = blossom.children.len();
        for &child in &blossom.children {
            self.label[child] = Label::Free;
            self.label_edge[child] = None;
        }
        let entry = self.root[inside];
        let start = blossom.children.iter().position(|&child| child == entry).unwrap_or(0);
        let forward = start % 2 == 1;
        let step = |index: usize| if forward { (index + 1) % count } else { (index + count - 1) % count };
        // Edge from a child to the next one in the direction of travel.
        let edge = |index: usize| {
            if forward {
                blossom.edges[index]
            } else {
                let (v, w) = blossom.edges[(index + count - 1) % count];
                (w, v)
            }
        };
        let (mut v, mut w) = (outside, inside);
        let mut index = start;
        while index != 0 {
            self.assign_inner(v, w);
            index = step(index);
            (v, w) = edge(index);
            index = step(index);
        }
        let base_child = blossom.children[0];
        self.label[base_child] = Label::Inner;
        self.label_edge[base_child] = Some((v, w));
        // The other children left the tree: their distances to outer vertices are computed anew.
        for &child in &blossom.children {
            if self.label[child] == Label::Free {
                for leaf in self.leaves(child) {
                    self.entry[leaf] = self.nearest_outer(leaf);
                }
            }
        }
    }

    /// Flips the path between two exposed roots through the tight edge (v, w).
    pub(super) fn augment(&mut self, v: usize, w: usize) {
        for (mut s, mut partner) in [(v, w), (w, v)] {
            loop {
                let outer = self.root[s];
                if outer >= self.size {
                    self.rebase(outer, s);
                }
                self.mate[s] = partner;
                let Some((t, _)) = self.label_edge[outer] else { break };
                let inner = self.root[t];
                let Some((next, entry)) = self.label_edge[inner] else { break };
                if inner >= self.size {
                    self.rebase(inner, entry);
                }
                self.mate[entry] = next;
                (s, partner) = (next, entry);
            }
        }
    }

    /// Rotates a blossom so that `v` becomes its base, flipping the even path to the old base.
    fn rebase(&mut self, b: usize, v: usize) {
        let mut child = v;
        while self.parent[child] != b {
            child = self.parent[child];
        }
        if child >= self.size {
            self.rebase(child, v);
        }
        let count = self.blossoms[b].children.len();
        let start = self.blossoms[b].children.iter().position(|&one| one == child).unwrap_or(0);
        let forward = start % 2 == 1;
        let mut index = start;
        while index != 0 {
            let step = |index: usize| if forward { (index + 1) % count } else { (index + count - 1) % count };
            index = step(index);
            let (first, second) = if forward {
                self.blossoms[b].edges[index]
            } else {
                let (x, y) = self.blossoms[b].edges[(index + count - 1) % count];
                (y, x)
            };
            let one = self.blossoms[b].children[index];
            if one >= self.size {
                self.rebase(one, first);
            }
            index = step(index);
            let other = self.blossoms[b].children[index];
            if other >= self.size {
                self.rebase(other, second);
            }
            self.mate[first] = second;
            self.mate[second] = first;
        }
        self.blossoms[b].children.rotate_left(start);
        self.blossoms[b].edges.rotate_left(start);
        self.base[b] = v;
    }
}
