//! Maximum-weight perfect matching in a complete graph (Edmonds' blossom algorithm, primal-dual).
//!
//! Dual variables are kept between calls: after a change of the edges of one vertex only the few vertices that lost their
//! partner are matched again. A vertex whose edges all have weight zero acts as a place holder for "unmatched".

mod blossom;
#[cfg(test)]
mod tests;

use crate::weight::Weight;

const NONE: usize = usize::MAX;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Free,
    Outer,
    Inner,
    /// An outer blossom already seen while the common ancestor of two paths is searched.
    Crumb,
}

#[derive(Debug, Clone, Default)]
struct Blossom {
    /// Odd cycle of sub-blossoms, the one with the base first.
    children: Vec<usize>,
    /// Tight edge from each child to the next one.
    edges: Vec<(usize, usize)>,
}

/// Matching problem with its current solution. The number of active vertices must be even.
#[derive(Debug, Clone)]
pub struct Matcher<const L: usize> {
    size: usize,
    active: Vec<usize>,
    weights: Vec<Weight<L>>,
    mate: Vec<usize>,
    /// Dual variables of the vertices: dual(v) + dual(w) + the blossoms around both >= 2 * weight(v, w).
    dual: Vec<Weight<L>>,
    /// Dual variables of the blossoms, always even.
    blossom_dual: Vec<Weight<L>>,
    blossoms: Vec<Blossom>,
    unused: Vec<usize>,
    parent: Vec<usize>,
    base: Vec<usize>,
    /// Outermost blossom around each vertex.
    root: Vec<usize>,
    label: Vec<Label>,
    /// Edge through which a root got its label: (vertex outside, vertex inside).
    label_edge: Vec<Option<(usize, usize)>>,
    queue: Vec<usize>,
    /// Sum of the dual changes of the current stage.
    change: Weight<L>,
    /// Per vertex that is not outer: smallest slack to an outer vertex, plus `change`.
    entry: Vec<Option<(Weight<L>, usize)>>,
    /// Per outer vertex: smallest slack to an outer vertex of another blossom, plus twice `change`.
    bridge: Vec<Option<(Weight<L>, usize)>>,
}

impl<const L: usize> Matcher<L> {
    /// Creates a graph with `size` vertices (an even number) and weights from a symmetric function.
    pub fn new(size: usize, mut weight: impl FnMut(usize, usize) -> Weight<L>) -> Self {
        debug_assert!(size.is_multiple_of(2));
        let mut weights = vec![Weight::ZERO; size * size];
        for low in 0..size {
            for high in low + 1..size {
                let value = weight(low, high);
                weights[low * size + high] = value;
                weights[high * size + low] = value;
            }
        }
        let mut matcher = Self {
            size,
            active: (0..size).collect(),
            weights,
            mate: vec![NONE; size],
            dual: vec![Weight::ZERO; size],
            blossom_dual: vec![Weight::ZERO; 2 * size],
            blossoms: vec![Blossom::default(); 2 * size],
            unused: (size..2 * size).rev().collect(),
            parent: vec![NONE; 2 * size],
            base: (0..size).chain(std::iter::repeat_n(NONE, size)).collect(),
            root: (0..size).collect(),
            label: vec![Label::Free; 2 * size],
            label_edge: vec![None; 2 * size],
            queue: Vec::new(),
            change: Weight::ZERO,
            entry: vec![None; size],
            bridge: vec![None; size],
        };
        matcher.restart();
        matcher
    }

    /// Weight of an edge.
    pub fn weight(&self, v: usize, w: usize) -> &Weight<L> {
        &self.weights[v * self.size + w]
    }

    /// Partner of a vertex in the current matching.
    pub fn mate(&self, v: usize) -> usize {
        self.mate[v]
    }

    /// Returns true if the edge may belong to a matching of maximum weight: by complementary slackness every such
    /// matching uses tight edges only.
    pub fn is_tight(&self, v: usize, w: usize) -> bool {
        self.root[v] == self.root[w] && v != w || self.slack(v, w).is_zero()
    }

    /// Replaces all weights among active vertices and solves again from the start.
    pub fn reweigh(&mut self, mut weight: impl FnMut(usize, usize) -> Weight<L>) {
        for (position, &v) in self.active.iter().enumerate() {
            for &w in &self.active[position + 1..] {
                let value = weight(v, w);
                self.weights[v * self.size + w] = value;
                self.weights[w * self.size + v] = value;
            }
        }
        for b in self.size..2 * self.size {
            self.blossoms[b] = Blossom::default();
            self.blossom_dual[b] = Weight::ZERO;
            self.parent[b] = NONE;
            self.base[b] = NONE;
        }
        self.unused = (self.size..2 * self.size).rev().collect();
        for &v in &self.active {
            self.root[v] = v;
            self.parent[v] = NONE;
            self.mate[v] = NONE;
        }
        self.restart();
    }

    /// Replaces weights of edges at `v` and restores the optimum.
    pub fn change_vertex(&mut self, v: usize, changes: &[(usize, Weight<L>)]) {
        self.isolate(v);
        for &(w, value) in changes {
            self.weights[v * self.size + w] = value;
            self.weights[w * self.size + v] = value;
        }
        let mut dual: Option<Weight<L>> = None;
        for &w in &self.active {
            if w != v {
                let needed = self.weight(v, w).doubled().minus(&self.dual[w]);
                if dual.is_none_or(|best| needed > best) {
                    dual = Some(needed);
                }
            }
        }
        self.dual[v] = dual.unwrap_or(Weight::ZERO);
        self.solve();
    }

    /// Takes a pair out of the graph, whether or not it is matched, and matches the others.
    pub fn remove_pair(&mut self, v: usize, w: usize) {
        self.isolate(v);
        self.isolate(w);
        self.active.retain(|&other| other != v && other != w);
        self.mate[v] = w;
        self.mate[w] = v;
        self.solve();
    }

    /// Initial duals and greedy matching, then stages.
    fn restart(&mut self) {
        for position in 0..self.active.len() {
            let v = self.active[position];
            let best = self
                .active
                .iter()
                .filter(|&&w| w != v)
                .map(|&w| *self.weight(v, w))
                .max()
                .unwrap_or(Weight::ZERO);
            self.dual[v] = if best.is_odd() { best.plus(&Weight::from_u64(1)) } else { best };
        }
        for position in 0..self.active.len() {
            let v = self.active[position];
            if self.mate[v] == NONE
                && let Some(w) = self
                    .active
                    .iter()
                    .copied()
                    .find(|&w| w != v && self.mate[w] == NONE && self.slack(v, w).is_zero())
            {
                self.mate[v] = w;
                self.mate[w] = v;
            }
        }
        self.solve();
    }

    #[inline]
    fn slack(&self, v: usize, w: usize) -> Weight<L> {
        self.dual[v].plus(&self.dual[w]).minus(&self.weight(v, w).doubled())
    }

    /// Makes `v` a root without partner.
    fn isolate(&mut self, v: usize) {
        while self.root[v] != v {
            self.dissolve(self.root[v]);
        }
        let mate = self.mate[v];
        if mate != NONE {
            self.mate[v] = NONE;
            self.mate[mate] = NONE;
        }
    }

    /// Dissolves a root blossom outside a stage; its dual goes to its vertices, which keeps inner edges tight.
    fn dissolve(&mut self, b: usize) {
        let dual = self.blossom_dual[b];
        if !dual.is_zero() {
            let half = dual.halved();
            for v in self.leaves(b) {
                self.dual[v] = self.dual[v].plus(&half);
            }
            let base = self.base[b];
            let mate = self.mate[base];
            if mate != NONE {
                self.mate[base] = NONE;
                self.mate[mate] = NONE;
            }
        }
        self.release_children(b);
    }

    /// Makes the children of a root blossom roots and frees its number.
    fn release_children(&mut self, b: usize) -> Blossom {
        let blossom = std::mem::take(&mut self.blossoms[b]);
        for &child in &blossom.children {
            self.parent[child] = NONE;
            for v in self.leaves(child) {
                self.root[v] = child;
            }
        }
        self.blossom_dual[b] = Weight::ZERO;
        self.label[b] = Label::Free;
        self.label_edge[b] = None;
        self.base[b] = NONE;
        self.unused.push(b);
        blossom
    }

    fn leaves(&self, b: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut stack = vec![b];
        while let Some(top) = stack.pop() {
            if top < self.size {
                found.push(top);
            } else {
                stack.extend(&self.blossoms[top].children);
            }
        }
        found
    }

    /// Matches all exposed vertices, one augmentation per stage.
    fn solve(&mut self) {
        // Exposed vertices become roots of equal parity, so that half a slack between outer vertices is whole.
        for position in 0..self.active.len() {
            let v = self.active[position];
            if self.mate[v] == NONE {
                while self.root[v] != v {
                    self.dissolve(self.root[v]);
                }
                if self.dual[v].is_odd() {
                    self.dual[v] = self.dual[v].plus(&Weight::from_u64(1));
                }
            }
        }
        while self.active.iter().any(|&v| self.mate[v] == NONE) {
            self.stage();
        }
    }

    fn stage(&mut self) {
        self.label.fill(Label::Free);
        self.label_edge.fill(None);
        self.queue.clear();
        self.change = Weight::ZERO;
        self.entry.fill(None);
        self.bridge.fill(None);
        for position in 0..self.active.len() {
            let v = self.active[position];
            if self.mate[v] == NONE && self.label[self.root[v]] == Label::Free {
                self.assign_outer(v, None);
            }
        }
        loop {
            while let Some(v) = self.queue.pop() {
                if self.scan(v) {
                    self.end_stage();
                    return;
                }
            }
            if self.adjust_duals() {
                self.end_stage();
                return;
            }
        }
    }

    fn end_stage(&mut self) {
        // Blossoms without dual value carry no information: dissolve them.
        let mut roots: Vec<usize> =
            (self.size..2 * self.size).filter(|&b| self.base[b] != NONE && self.parent[b] == NONE).collect();
        while let Some(b) = roots.pop() {
            if self.blossom_dual[b].is_zero() {
                let blossom = self.release_children(b);
                roots.extend(blossom.children.into_iter().filter(|&child| child >= self.size));
            }
        }
    }

    fn assign_outer(&mut self, v: usize, edge: Option<(usize, usize)>) {
        let b = self.root[v];
        self.label[b] = Label::Outer;
        self.label_edge[b] = edge;
        let leaves = self.leaves(b);
        self.queue.extend(leaves);
    }

    /// Labels the root of `w` inner, reached from `v`, and the root of its partner outer.
    fn assign_inner(&mut self, v: usize, w: usize) {
        let b = self.root[w];
        self.label[b] = Label::Inner;
        self.label_edge[b] = Some((v, w));
        let base = self.base[b];
        let mate = self.mate[base];
        self.assign_outer(mate, Some((base, mate)));
    }

    /// Looks at all edges of an outer vertex. Returns true after an augmentation.
    fn scan(&mut self, v: usize) -> bool {
        let dual = self.dual[v];
        for position in 0..self.active.len() {
            let w = self.active[position];
            let root = self.root[w];
            if root == self.root[v] || self.label[root] == Label::Inner {
                continue;
            }
            let slack = dual.plus(&self.dual[w]).minus(&self.weights[v * self.size + w].doubled());
            if slack.is_zero() {
                if self.follow_tight(v, w) {
                    return true;
                }
            } else if self.label[root] == Label::Outer {
                let key = slack.plus(&self.change.doubled());
                if self.bridge[v].is_none_or(|(best, _)| key < best) {
                    self.bridge[v] = Some((key, w));
                }
            } else {
                let key = slack.plus(&self.change);
                if self.entry[w].is_none_or(|(best, _)| key < best) {
                    self.entry[w] = Some((key, v));
                }
            }
        }
        false
    }

    /// Uses a tight edge from an outer vertex: grows the tree, shrinks a blossom, or augments (returns true).
    fn follow_tight(&mut self, v: usize, w: usize) -> bool {
        match self.label[self.root[w]] {
            Label::Free => self.assign_inner(v, w),
            Label::Outer => match self.common_ancestor(v, w) {
                Some(base) => self.shrink(base, v, w),
                None => {
                    self.augment(v, w);
                    return true;
                }
            },
            Label::Inner | Label::Crumb => {}
        }
        false
    }

    /// Changes the duals until an edge becomes tight or an inner blossom empty. Returns true after an augmentation.
    fn adjust_duals(&mut self) -> bool {
        let mut entry: Option<(Weight<L>, usize, usize)> = None;
        for &w in &self.active {
            if self.label[self.root[w]] == Label::Free
                && let Some((key, v)) = self.entry[w]
                && entry.is_none_or(|(best, ..)| key < best)
            {
                entry = Some((key, v, w));
            }
        }
        let entry = entry.map(|(key, v, w)| (key.minus(&self.change), v, w));
        let bridge = self.best_bridge().map(|(key, v, w)| (key.minus(&self.change.doubled()).halved(), v, w));
        let mut inner: Option<(Weight<L>, usize)> = None;
        for b in self.size..2 * self.size {
            if self.base[b] != NONE && self.parent[b] == NONE && self.label[b] == Label::Inner {
                let half = self.blossom_dual[b].halved();
                if inner.is_none_or(|(best, _)| half < best) {
                    inner = Some((half, b));
                }
            }
        }
        let Some(delta) = [entry.map(|(d, ..)| d), bridge.map(|(d, ..)| d), inner.map(|(d, _)| d)]
            .into_iter()
            .flatten()
            .min()
        else {
            // Cannot happen in a complete graph with an even number of vertices.
            return self.pair_exposed();
        };
        for position in 0..self.active.len() {
            let v = self.active[position];
            match self.label[self.root[v]] {
                Label::Outer => self.dual[v] = self.dual[v].minus(&delta),
                Label::Inner => self.dual[v] = self.dual[v].plus(&delta),
                Label::Free | Label::Crumb => {}
            }
        }
        let twice = delta.doubled();
        for b in self.size..2 * self.size {
            if self.base[b] != NONE && self.parent[b] == NONE {
                match self.label[b] {
                    Label::Outer => self.blossom_dual[b] = self.blossom_dual[b].plus(&twice),
                    Label::Inner => self.blossom_dual[b] = self.blossom_dual[b].minus(&twice),
                    Label::Free | Label::Crumb => {}
                }
            }
        }
        self.change = self.change.plus(&delta);
        if let Some((d, v, w)) = entry
            && d == delta
        {
            return self.follow_tight(v, w);
        }
        if let Some((d, v, w)) = bridge
            && d == delta
        {
            return self.follow_tight(v, w);
        }
        if let Some((_, b)) = inner {
            self.expand_inner(b);
        }
        false
    }

    fn pair_exposed(&mut self) -> bool {
        let exposed: Vec<usize> = self.active.iter().copied().filter(|&v| self.mate[v] == NONE).collect();
        for pair in exposed.chunks_exact(2) {
            self.mate[pair[0]] = pair[1];
            self.mate[pair[1]] = pair[0];
        }
        true
    }

    fn best_bridge(&mut self) -> Option<(Weight<L>, usize, usize)> {
        loop {
            let mut best: Option<(Weight<L>, usize, usize)> = None;
            for &v in &self.active {
                if self.label[self.root[v]] == Label::Outer
                    && let Some((key, w)) = self.bridge[v]
                    && best.is_none_or(|(smallest, ..)| key < smallest)
                {
                    best = Some((key, v, w));
                }
            }
            let (_, v, w) = best?;
            if self.root[v] != self.root[w] && self.label[self.root[w]] == Label::Outer {
                return best;
            }
            // The edge fell inside a blossom: look for the next one.
            let mut next: Option<(Weight<L>, usize)> = None;
            for &other in &self.active {
                let root = self.root[other];
                if root != self.root[v] && self.label[root] == Label::Outer {
                    let key = self.slack(v, other).plus(&self.change.doubled());
                    if next.is_none_or(|(smallest, _)| key < smallest) {
                        next = Some((key, other));
                    }
                }
            }
            self.bridge[v] = next;
        }
    }

    fn nearest_outer(&self, w: usize) -> Option<(Weight<L>, usize)> {
        let mut best: Option<(Weight<L>, usize)> = None;
        for &v in &self.active {
            if self.label[self.root[v]] == Label::Outer {
                let key = self.slack(v, w).plus(&self.change);
                if best.is_none_or(|(smallest, _)| key < smallest) {
                    best = Some((key, v));
                }
            }
        }
        best
    }
}
