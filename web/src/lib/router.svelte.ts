// Router on the history API: maps addresses to pages and navigates.
import type { Component } from 'svelte';

export type PageName =
  | 'home'
  | 'newgame'
  | 'lobby'
  | 'watch'
  | 'ranking'
  | 'player'
  | 'games'
  | 'library'
  | 'stats'
  | 'rules'
  | 'settings'
  | 'account'
  | 'operator'
  | 'join'
  | 'play'
  | 'puzzles'
  | 'puzzle'
  | 'editor'
  | 'solve'
  | 'verify'
  | 'analysis'
  | 'lab'
  | 'league'
  | 'lessons'
  | 'tournaments'
  | 'tournament'
  | 'missing';

export interface Route {
  page: PageName;
  params: Record<string, string>;
}

/** Route patterns, most specific first. `:name` matches one segment. */
const ROUTES: readonly (readonly [string, PageName])[] = [
  ['/', 'home'],
  ['/new', 'newgame'],
  ['/lobby', 'lobby'],
  ['/watch', 'watch'],
  ['/ranking', 'ranking'],
  ['/player/:handle', 'player'],
  ['/games', 'games'],
  ['/library', 'library'],
  ['/library/:id', 'library'],
  ['/stats', 'stats'],
  ['/rules', 'rules'],
  ['/rules/:game', 'rules'],
  ['/puzzles', 'puzzles'],
  ['/puzzles/:collection', 'puzzles'],
  ['/puzzles/:collection/:id', 'puzzle'],
  ['/editor', 'editor'],
  ['/solve', 'solve'],
  ['/analysis', 'analysis'],
  ['/lab', 'lab'],
  ['/lab/league', 'league'],
  ['/lab/league/:id', 'league'],
  ['/lab/lessons', 'lessons'],
  ['/lab/lessons/:id', 'lessons'],
  ['/tournaments', 'tournaments'],
  ['/tournaments/:id', 'tournament'],
  ['/tournaments/:id/join/:token', 'tournament'],
  ['/tournaments/:id/board/:token', 'tournament'],
  ['/verify', 'verify'],
  ['/verify/:room', 'verify'],
  ['/settings', 'settings'],
  ['/account', 'account'],
  ['/operator', 'operator'],
  ['/join/:token', 'join'],
  ['/room/:id', 'play'],
  ['/game/:id', 'play'],
];

type Page = { default: Component<{ params: Record<string, string> }> };

const PAGES = import.meta.glob<Page>('../pages/*/Page.svelte');

/** Loads a page component. */
export function loadPage(name: PageName): Promise<Page> {
  const load = PAGES[`../pages/${name}/Page.svelte`];
  return load ? load() : Promise.reject(new Error(`no page ${name}`));
}

/** Route of an address; the server has the same list, for the status of its answer. */
export function routeOf(path: string): Route {
  const wanted = path.replace(/\/+$/, '').split('/');
  for (const [pattern, page] of ROUTES) {
    const parts = pattern.replace(/\/+$/, '').split('/');
    if (parts.length !== wanted.length) continue;
    const params: Record<string, string> = {};
    const fits = parts.every((part, index) => {
      const here = wanted[index] ?? '';
      if (!part.startsWith(':')) return part === here;
      try {
        params[part.slice(1)] = decodeURIComponent(here);
      } catch {
        return false;
      }
      return here !== '';
    });
    if (fits) return { page, params };
  }
  return { page: 'missing', params: {} };
}

let here: Route = $state.raw(routeOf(typeof location === 'undefined' ? '/' : location.pathname));

/** Current route. */
export const currentRoute = (): Route => here;

/** Navigates to an address of this app. */
export function go(path: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  here = routeOf(location.pathname);
  scrollTo(0, 0);
}

/** Handles browser navigation and clicks on internal links. Returns a function that stops it. */
export function followLinks(): () => void {
  const moved = () => {
    here = routeOf(location.pathname);
  };
  const clicked = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (link.pathname.startsWith('/api')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  };
  addEventListener('popstate', moved);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}
