// Formats of record files: names, endings, and which are binary.

const NAMES: Readonly<Record<string, string>> = { txt: '.txt', dhtmlxq: 'DhtmlXQ' };

/** Name of a format for people. */
export const formatName = (format: string): string => NAMES[format] ?? format.toUpperCase();

/** Ending of a file's name. */
export const fileEnding = (format: string): string => (format === 'dhtmlxq' ? 'txt' : format);

/** True if a file of this format is no text: it is only saved. */
export const isBinary = (format: string): boolean => format === 'xqf';
