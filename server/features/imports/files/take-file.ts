import { askForKinds, kindsOf } from '../../../../contract/applications/resume-kinds.ts'
import { RESUME_MAX_BYTES, RESUME_MAX_TEXT } from '../../../../contract/wire/limits.ts'
import type { StagedFile } from '../../../platform/file-stores/file-store.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { cleanFileName } from '../../../platform/uploads/resume-name.ts'
import { scanUpload } from '../../../platform/uploads/scan-upload.ts'
import type { ScannedResume } from '../../applications/submission/store-resume.ts'
import type { Services } from '../../feature.ts'
import type { ArchivedFile } from './read-archive.ts'

/** In the queue of files to be checked, beside the networks that send forms. */
const CALLER = 'import'

const KINDS = kindsOf('recovery')

/** A file with more than it said, or than a resume may have. */
class TooLarge extends Error {}

/**
 * Takes a file out of an archive as an upload is taken: within the limit of size, of an accepted kind by its content, scanned for viruses.
 * Its own name is kept as data alone.
 * @returns the resume in a temporary file; a sentence about why it is none, otherwise
 * @throws where the disk, the validator or a required scanner is away: the import waits, and goes on
 */
export async function takeFile(
  { stores, validator, scan, log }: Pick<Services, 'stores' | 'validator' | 'scan' | 'log'>,
  archived: ArchivedFile,
): Promise<{ resume: ScannedResume } | { fault: string }> {
  if (archived.fault !== null) return { fault: archived.fault }
  const staged = await stageFile(stores, archived)
  if ('fault' in staged) return staged
  const { file } = staged
  try {
    const { validation } = await validator.validate(file, CALLER)
    const { kind } = validation
    if (kind === null || kind === undefined || !KINDS.includes(kind)) {
      await stores.local.discard(file)
      const problem = 'problem' in validation ? validation.problem : undefined
      return {
        fault: [askForKinds(KINDS).replace('Please upload', 'The file is not'), problem].filter(Boolean).join('. '),
      }
    }
    const scanned = await scanUpload(scan, file, log)
    return { resume: { file, kind, originalName: cleanFileName(archived.name), scan: scanned } }
  } catch (error) {
    await stores.local.discard(file)
    if (!(error instanceof RequestError) || error.status >= 500 || error.status === 429) throw error
    return { fault: error.code === 'infected' ? 'A virus was found in the file.' : error.message }
  }
}

async function stageFile(
  { local }: Services['stores'],
  archived: ArchivedFile,
): Promise<{ file: StagedFile } | { fault: string }> {
  try {
    const file = await local.stage(limited(await archived.open()))
    if (file.size > 0) return { file }
    await local.discard(file)
    return { fault: 'The file is empty.' }
  } catch (error) {
    if (error instanceof TooLarge) return { fault: `The file is larger than ${RESUME_MAX_TEXT}.` }
    // The disk is at fault, not the archive.
    if (error instanceof Error && 'syscall' in error) throw error
    return { fault: 'The file is damaged in the archive. Pack it again.' }
  }
}

async function* limited(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > RESUME_MAX_BYTES) throw new TooLarge()
    yield chunk
  }
}
