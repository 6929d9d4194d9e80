import { randomUUID } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { namesBefore, undefinedIfMissing } from '../../../platform/file-stores/temporary-files.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { makeFolder } from '../../../platform/make-folder.ts'

/** What belongs to an import beside its rows. */
export type ImportFolder = ReturnType<typeof importFolder>

/**
 * The tables and archives of imports that are not over, in the data folder of the process that got them. They bear names that the program
 * gave them, and no backup has them.
 */
export function importFolder(dataDir: string) {
  const folder = join(dataDir, 'imports')
  return {
    pathOf: (name: string) => join(folder, name),

    /** A name for a new file. */
    newName: async (): Promise<string> => {
      await makeFolder(folder)
      return randomUUID()
    },

    /**
     * Adds a piece of a file that is sent in several. One that was sent before is written again.
     * @param offset bytes before it
     * @returns bytes of the file
     * @throws {RequestError} `conflict` where earlier pieces are missing, as in the folder of another process
     */
    write: async (name: string, piece: Uint8Array, offset: number): Promise<number> => {
      await makeFolder(folder)
      await using file = await open(join(folder, name), offset === 0 ? 'w' : 'r+', 0o600).catch((error) => {
        undefinedIfMissing(error)
        throw missingPieces()
      })
      if ((await file.stat()).size < offset) throw missingPieces()
      await file.truncate(offset)
      await file.write(piece, 0, piece.length, offset)
      await file.sync()
      return offset + piece.length
    },

    /** Whether a file is here: another machine may have it. */
    has: async (name: string): Promise<boolean> =>
      (await stat(join(folder, name)).catch(undefinedIfMissing)) !== undefined,

    /** Removes a file; no error when it is gone. */
    remove: (name: string) => rm(join(folder, name), { force: true }),

    /** The names of files that were last written before an instant. */
    listBefore: (instant: Date) =>
      namesBefore(folder, instant).catch((error) => {
        undefinedIfMissing(error)
        return []
      }),
  }
}

function missingPieces(): RequestError {
  return new RequestError('changed_meanwhile', 'The file did not arrive whole. Choose it again.')
}
