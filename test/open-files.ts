import { readdir, readlink } from 'node:fs/promises'

const FOLDER = '/proc/self/fd'

/** What files and sockets this process has open (Linux only): the path of a file, the number of a socket. */
export async function openFiles(): Promise<string[]> {
  const names = await readdir(FOLDER)
  // One that is closed meanwhile is not open any more; the folder itself is open only while it is read.
  const targets = await Promise.all(names.map((name) => readlink(`${FOLDER}/${name}`).catch(() => FOLDER)))
  return targets.filter((target) => !target.startsWith('/proc'))
}
