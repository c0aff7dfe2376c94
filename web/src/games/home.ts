// Home squares of xiangqi's pieces.

/** Movement of a face-down piece: that of the piece whose home square it is on. Ranks are relative to its side. */
export function homeRole(file: number, rank: number): string | undefined {
  if (rank === 0) return 'rnbakabnr'[file];
  if (rank === 2) return file === 1 || file === 7 ? 'c' : undefined;
  if (rank === 3) return file % 2 === 0 ? 'p' : undefined;
  return undefined;
}
