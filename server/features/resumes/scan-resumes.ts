import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { ResumeRow, Tables } from '../../platform/database/tables.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { TooLongToScan, type VirusScanner } from '../../platform/virus-scan/clamd-client.ts'
import { openResume } from './open-resume.ts'
import type { ResumePlaces } from './resume-places.ts'
import { advanceScan, listUnscanned, noteScan } from './scan-queries.ts'

type Scanning = {
  db: Kysely<Tables>
  store: ResumeStore
  places: ResumePlaces
  clock: Clock
  log: FastifyBaseLogger
  /** Null where none is configured any more: what was left to scan is then left as it is. */
  scanner: VirusScanner | null
}

/** Resumes scanned before others get their turn. */
const SLICE = 20

/**
 * Scans the next resumes that came in while the scanner was away, or before there was one.
 * @throws {ScannerFault} when it still is; the task is tried again
 */
export async function scanResumes(scanning: Scanning, { afterId }: { afterId: number }): Promise<void> {
  const { db, clock, scanner } = scanning
  if (!scanner) return
  const slice = await listUnscanned(db, afterId, SLICE)
  for (const resume of slice) await scanResume(scanning, scanner, resume)
  const last = slice.at(-1)?.application_id ?? afterId
  // In one transaction with the look for more, so that an application that comes in meanwhile leaves its own task.
  await db.transaction().execute((trx) => advanceScan(trx, last, clock()))
}

async function scanResume(scanning: Scanning, scanner: VirusScanner, resume: ResumeRow): Promise<void> {
  const { db, log } = scanning
  const application = resume.application_id
  const content = await openResume(scanning, resume).catch((error) => {
    if (error instanceof RequestError) return undefined
    throw error
  })
  // Not to be had now. The next start looks again.
  if (!content) return
  const verdict = await scanner.scan(content).catch((error) => {
    // The others are not to wait for it. The next start looks again, when clamd may take more.
    if (!(error instanceof TooLongToScan)) throw error
    log.error({ err: error, application }, 'stored resume not scanned for viruses')
  })
  if (!verdict) return
  const { virus } = verdict
  await noteScan(db, application, virus === null ? 'clean' : 'infected')
  if (virus !== null) log.error({ application, virus }, 'stored resume is infected and no longer handed out')
}
