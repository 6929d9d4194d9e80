import { resolve } from 'node:path'
import type { Ends } from './installation-address.ts'

/**
 * What the operator has to do after a copy, in lines.
 * @param filesFolder the data folder with the files of the resumes, which were not copied
 */
export function nextSteps({ from, to }: Ends, filesFolder: string): string[] {
  return to.engine === 'postgres' ? afterMovingOut(from.name) : afterMovingIn(to.folder, filesFolder)
}

function afterMovingOut(folder: string): string[] {
  return [
    'Next:',
    `- Keep ${folder} where it is: the files of the resumes stay there.`,
    `- Start the server with DATA_DIR=${folder} and with DATABASE_URL set to the address given as --to.`,
    '- Several processes need the files in one place: set S3_ENDPOINT and its like, or share the folder (docs/operations.md).',
    '- The old rows stay in wellhead.sqlite as they are. A start without DATABASE_URL is refused there from now on, so that',
    '  nobody works on them by mistake.',
  ]
}

function afterMovingIn(folder: string, filesFolder: string): string[] {
  const files =
    resolve(filesFolder) === folder
      ? '- The files of the resumes are in the folder already.'
      : `- Put the files of the resumes beside the rows: cp -a ${filesFolder}/resumes ${folder}/`
  return [
    'Next:',
    files,
    `- Prove the folder whole with DATA_DIR=${folder} and without DATABASE_URL: npm run verify. It can be backed up then.`,
    `- To go on with it, start the server with DATA_DIR=${folder} and without DATABASE_URL. The rows in PostgreSQL stay as`,
    '  they are: start nothing on them again.',
  ]
}
