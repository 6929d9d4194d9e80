import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

/** Without waiting: a pipe that was put in place of the file would hold up the start for ever. */
const AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * Reads a file that the operator has named, as a whole.
 * @throws {Error} in words for the operator when it is no regular file or larger than `mostBytes`
 */
export function readSmallFile(path: string, mostBytes: number): Buffer {
  // Before it is opened, since opening alone does something to some devices.
  if (!statSync(path).isFile()) throw new Error('it is not a file')
  const file = openSync(path, AT_ONCE)
  try {
    if (!fstatSync(file).isFile()) throw new Error('it is not a file')
    // Not by its size, which files of the system (/proc) do not tell.
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
