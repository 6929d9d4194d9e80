/** Bytes. */
const MEBIBYTE = 1024 * 1024

/**
 * Imports: bytes of a table and of an archive of files, and of one piece in which they are sent; rows, columns and characters of a cell;
 * files of an archive; rows that are shown before; different statuses and positions that can be mapped; hours until one that is not started
 * is deleted; days in which one can be undone.
 */
export const IMPORT = {
  ...{ tableBytes: 100 * MEBIBYTE, filesBytes: 20 * 1024 * MEBIBYTE, pieceBytes: 2 * MEBIBYTE },
  ...{ rows: 100_000, columns: 100, cell: 50_000, files: 200_000, shownRows: 50, mapped: 200 },
  ...{ fileName: 200, draftHours: 24, undoDays: 14, most: 200 },
} as const
