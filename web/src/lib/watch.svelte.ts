// Games that anybody may watch, by a stream of changes that is open while a page shows them.
import type { LiveGame, LiveGames } from '../wire/index.ts';

let games: ReadonlyMap<string, LiveGame> = $state.raw(new Map());
let featured: string | undefined = $state.raw();
let total = $state(0);
/** True once the list was received. */
let loaded = $state(false);
/** Local time minus the server's: the least that was seen, since a text may have waited before it was sent. */
let ahead = Infinity;
let stream: EventSource | undefined;
let readers = 0;

export const liveGames = (): ReadonlyMap<string, LiveGame> => games;
/** The featured game. */
export const featuredGame = (): LiveGame | undefined => (featured ? games.get(featured) : undefined);
/** Number of running games, listed or not. */
export const liveTotal = (): number => total;
export const isLoaded = (): boolean => loaded;
/** Time of the server. */
export const serverNow = (): number => Date.now() - (Number.isFinite(ahead) ? ahead : 0);

/** List after an event: the whole of it, or changes. */
export function merged(known: ReadonlyMap<string, LiveGame>, event: LiveGames): ReadonlyMap<string, LiveGame> {
  const next = new Map(event.all ? [] : known);
  for (const room of event.gone) next.delete(room);
  for (const game of event.games) next.set(game.room, game);
  return next;
}

function take(event: LiveGames): void {
  ahead = Math.min(ahead, Date.now() - event.now);
  games = merged(games, event);
  featured = event.featured ?? undefined;
  total = event.total;
  loaded = true;
}

/** Opens the stream for a page. Returns a function that leaves it. */
export function enterWatch(): () => void {
  readers += 1;
  if (!stream) {
    stream = new EventSource('/api/watch/events');
    stream.onmessage = (message) => take(JSON.parse(String(message.data)) as LiveGames);
  }
  return () => {
    readers -= 1;
    if (readers > 0) return;
    stream?.close();
    stream = undefined;
    loaded = false;
    ahead = Infinity;
  };
}

/** Order of the page: running games first, then by ratings and spectators; games keep their places while they run. */
export function ordered(list: Iterable<LiveGame>): LiveGame[] {
  const ratings = (game: LiveGame) => game.players.reduce((sum, player) => sum + (player.rating?.rating ?? 0), 0);
  return [...list].sort((one, other) => ratings(other) - ratings(one) || (one.room < other.room ? -1 : 1));
}
