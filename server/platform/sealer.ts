import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from './file-stores/temporary-files.ts'
import { StartFault } from './operator-faults.ts'
import { openSealedText, sealText } from './sealed-text.ts'
import { writeSecretFile } from './secret-file.ts'

/** Name of the file in the data folder with the key that seals small secrets. */
export const SEALING_KEY_FILE = 'sealing.key'

/** Seals small texts with a key outside the database, so that the database alone reveals none of them. */
export type Sealer = {
  /** @param use what the text is: one sealed for another use does not open */
  seal(text: string, use: string): Promise<string>
  /** @returns undefined for a text that was sealed with another key or for another use, or altered */
  open(sealed: string, use: string): Promise<string | undefined>
}

/**
 * Makes the sealer of an installation. With `SECRET_KEY` that is the key; otherwise it is in a file of the data folder, made at the
 * first use. What the file has sealed stays open once there is a `SECRET_KEY`.
 * @throws {StartFault} from its functions when the file is damaged
 */
export function createSealer({ dataDir, secretKey }: { dataDir: string; secretKey: string | null }): Sealer {
  const file = join(dataDir, SEALING_KEY_FILE)
  let stored: string | undefined

  const readKey = async (): Promise<string | undefined> => {
    if (stored !== undefined) return stored
    const text = (await readFile(file, 'utf8').catch(undefinedIfMissing))?.trimEnd()
    if (text !== undefined && !/^[0-9a-f]{64}$/.test(text))
      throw new StartFault(`${file} is damaged. Put it back from a backup.`)
    stored = text
    return text
  }

  const obtainKey = async (): Promise<string> => {
    const existing = secretKey ?? (await readKey())
    if (existing !== undefined) return existing
    const made = randomBytes(32).toString('hex')
    await writeSecretFile(dataDir, SEALING_KEY_FILE, `${made}\n`)
    // Another process may have written its key first: that one counts.
    return (await readKey()) ?? made
  }

  return {
    seal: async (text, use) => sealText(text, await obtainKey(), use),
    open: async (sealed, use) => {
      const opened = secretKey === null ? undefined : openSealedText(sealed, secretKey, use)
      if (opened !== undefined) return opened
      const key = await readKey()
      return key === undefined ? undefined : openSealedText(sealed, key, use)
    },
  }
}
