// Server requests of the analysis board.
import { request, query, RequestError } from '../../lib/api.ts';
import type {
  AnalysisLimits,
  AnalysisQuery,
  ErrorOut,
  LineFollowed,
  LineQuery,
  RoomView,
  TreeFile,
  TreeFileQuery,
  TreeWriteQuery,
} from '../../wire/index.ts';

export const followLine = (line: LineQuery): Promise<LineFollowed> => request('GET', `/lines${query({ ...line })}`);
export const fetchLimits = (): Promise<AnalysisLimits> => request('GET', '/analysis/means');
export const fetchRoom = (id: string): Promise<RoomView> => request('GET', `/rooms/${encodeURIComponent(id)}`);

/** Address of the event stream of an analysis. */
export const analysisAddress = (wanted: AnalysisQuery): string =>
  `/api/analysis${query({ ...wanted, threat: wanted.threat ? 'true' : null })}`;

async function post(path: string, body: BodyInit, method = 'POST'): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers: { 'content-type': 'application/octet-stream' }, body });
  } catch {
    throw new RequestError(undefined, 0);
  }
  if (answer.ok) return answer;
  const said = await answer.json().then(
    (out: ErrorOut) => out.error,
    () => undefined,
  );
  throw new RequestError(said, answer.status);
}

/** Parses a file in any format; one of its games is returned as a tree. */
export const readTree = async (file: BodyInit, wanted: TreeFileQuery = {}): Promise<TreeFile> =>
  (await (await post(`/analysis/read${query({ ...wanted })}`, file)).json()) as TreeFile;

/** Converts a tree to another format, from its PGN in coordinates. */
export const writeTree = async (pgn: string, wanted: TreeWriteQuery): Promise<string> =>
  (await post(`/analysis/write${query({ ...wanted })}`, pgn)).text();

/** The same as a file, for binary formats. */
export const writeTreeFile = async (pgn: string, wanted: TreeWriteQuery): Promise<Blob> =>
  (await post(`/analysis/write${query({ ...wanted })}`, pgn)).blob();

/** Replaces the user's own library game by another version. */
export const replaceGame = async (id: number, pgn: string): Promise<void> => {
  await post(`/library/games/${id}/record`, pgn, 'PUT');
};

/** Library game as PGN in coordinates. */
export async function libraryText(id: string): Promise<string> {
  const answer = await fetch(
    `/api/library/games/${encodeURIComponent(id)}/record${query({ format: 'pgn', notation: 'uci' })}`,
  );
  if (answer.ok) return answer.text();
  throw new RequestError(
    await answer.json().then(
      (out: ErrorOut) => out.error,
      () => undefined,
    ),
    answer.status,
  );
}
