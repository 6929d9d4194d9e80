import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Opens without waiting: a pipe instead of the file would block the start for ever. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Reads a whole file that the operator has named.
 * @throws {Error} with a message for the operator when it is not a regular file or larger than `mostBytes`
 */
export function readSmallFile(path: string, mostBytes: number): Buffer {
  // Checked before opening: some devices act when they are opened.
  if (!statSync(path).isFile()) throw new Error('it is not a file')
  const file = openSync(path, AT_ONCE)
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a file')
    // Reads to the end: files in /proc report no size.
    const content = Buffer.alloc(mostBytes + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < content.length; length += read) {
      read = readSync(file, content, length, content.length - length, null)
    }
    if (length > mostBytes) throw new Error(`it is larger than ${mostBytes / 1024} kB`)
    return content.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
