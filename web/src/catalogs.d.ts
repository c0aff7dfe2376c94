// Parts of the server's catalogs, made by scripts/catalogs.ts.
declare module '*.json?first' {
  const entries: Readonly<Record<string, string>>;
  export default entries;
}
declare module '*.json?later' {
  const entries: Readonly<Record<string, string>>;
  export default entries;
}
