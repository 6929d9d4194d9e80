import type { Transaction } from 'kysely'
import { RESUME_KINDS, type ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { REPLY_FILES, RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import { keysOf } from '../../../contract/wire/records.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { replicaStores } from '../../platform/file-stores/file-stores.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { IncomingFile, IncomingMail } from '../../platform/inbox/incoming-mail.ts'
import type { ReceivedResume } from '../../platform/uploads/receive-form.ts'
import { cleanFileName } from '../../platform/uploads/resume-name.ts'
import { scanUpload } from '../../platform/uploads/scan-upload.ts'
import type { ScannedResume } from '../applications/submission/store-resume.ts'
import type { Services } from '../feature.ts'
import { type SavedFile, savePrimary } from '../resumes/primary-store.ts'
import { queueReplicas } from '../resumes/queue-replicas.ts'
import { insertReplyFile, nextReplyFile } from '../resumes/resume-queries.ts'
import { scheduleScan } from '../resumes/scan-queries.ts'

/** A file that was not taken, and why. */
export type LeftOut = { name: string; reason: string }

/** The files of a mail, durable in the primary store, and those that were not taken. Disposed of without a row, they are deleted. */
export type ReplyFiles = AsyncDisposable & {
  leftOut: LeftOut[]
  /** Refers to the files. Call it last in the transaction that stores the reply. */
  store(trx: Transaction<Tables>, of: { applicationId: number; replyId: number; now: Date }): Promise<void>
  /** Notes why that transaction has failed: it may have been committed all the same. @throws the error */
  failed(error: unknown): never
}

type Storing = Pick<Services, 'db' | 'stores' | 'clock' | 'outbox' | 'validator' | 'scan' | 'log'>

/** What each file that is left out has for a reason that its own validation does not say. */
const NO_ROOM = `An application keeps ${REPLY_FILES.most} files of replies.`
const TOO_MANY_OR_LONG = 'Only the first files of a mail are taken, and none of a mail that is longer than 25 MB.'

/**
 * Takes the files of a mail as those of a form: each is validated by its content, scanned, and stored durably.
 * @throws {RequestError} `unavailable` when that is not possible now: the mail is read again later
 */
export async function openReplyFiles(
  services: Storing,
  applicationId: number,
  { files, leftOut }: IncomingMail,
): Promise<ReplyFiles> {
  await using opened = new AsyncDisposableStack()
  const saved: { resume: ScannedResume; file: SavedFile }[] = []
  const refused: LeftOut[] = leftOut.map((name) => ({ name, reason: TOO_MANY_OR_LONG }))
  const last = REPLY_FILES.firstVersion + REPLY_FILES.most
  const room = files.length === 0 ? 0 : last - (await nextReplyFile(services.db, applicationId))
  for (const [index, each] of files.entries()) {
    const result = index < room ? await saveFile(services, each) : { name: each.name, reason: NO_ROOM }
    if ('reason' in result) refused.push(result)
    else saved.push({ ...result, file: opened.use(result.file) })
  }
  const kept = opened.move()
  return {
    leftOut: refused,
    store: async (trx, { applicationId, replyId, now }) => {
      for (const { resume, file } of saved) {
        const version = await nextReplyFile(trx, applicationId)
        const { size, sha256 } = resume.file
        const { kind, originalName: original_name, scan } = resume
        const row = {
          application_id: applicationId,
          version,
          original_name,
          kind,
          size,
          sha256,
          scan,
          reply_id: replyId,
        }
        const id = await insertReplyFile(trx, { ...row, store: file.store, key: file.key, now })
        if (scan === 'not-scanned') await scheduleScan(trx, now)
        for (const store of replicaStores(services.stores)) await queueReplicas(trx, [id], store, now)
      }
      for (const { file } of saved) await file.confirm(trx)
    },
    failed: (error) => {
      for (const { file } of saved)
        try {
          file.failed(error)
        } catch {
          // Each throws the same error, which is thrown below.
        }
      throw error
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function saveFile(
  services: Storing,
  { name, content }: IncomingFile,
): Promise<{ resume: ScannedResume; file: SavedFile } | LeftOut> {
  const { stores, validator, scan, log } = services
  const originalName = cleanFileName(name)
  const refuse = (reason: string): LeftOut => ({ name: originalName, reason })
  if (content.length === 0) return refuse('It is empty.')
  if (content.length > RESUME_MAX_BYTES) return refuse('It is larger than a resume may be.')
  const file = await stores.local.stage(oneChunk(content))
  try {
    const { validation } = await validator.validate(file, 'mail')
    if (!validation.kind) return refuse(validation.problem ?? `It is no ${KINDS}.`)
    const received: ReceivedResume = { file, kind: validation.kind, originalName }
    const resume = { ...received, scan: await scanUpload(scan, file, log) }
    return { resume, file: await savePrimary(services, resume, log) }
  } catch (error) {
    if (!(error instanceof RequestError) || error.status >= 500 || error.code === 'too_many_requests') throw error
    return refuse(error.code === 'infected' ? 'A virus was found in it.' : error.message)
  } finally {
    // Gone already where it was stored.
    await stores.local.discard(file)
  }
}

const KINDS = keysOf(RESUME_KINDS)
  .map((kind: ResumeKind) => kind.toUpperCase())
  .join(', ')

async function* oneChunk(content: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(content.buffer, content.byteOffset, content.byteLength)
}
