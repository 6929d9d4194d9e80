import type { ResumeRow } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { TooLongToScan, type VirusScanner } from '../../platform/virus-scan/clamd-client.ts'
import type { Services } from '../feature.ts'
import { openResume } from './open-resume.ts'
import { advanceScan, listUnscanned, recordScan } from './scan-queries.ts'

/** Resumes that one task scans, so that other tasks run in between. */
const SLICE = 20

/**
 * Scans the next resumes that arrived while the scanner was away, or before there was one.
 * Nothing is scanned where no scanner is configured any more.
 * @throws {ScannerFault} when it is away; the task is tried again
 */
export async function scanResumes(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log' | 'scan'>,
  { afterId }: { afterId: number },
): Promise<void> {
  const { db, clock, scan } = services
  if (!scan) return
  const slice = await listUnscanned(db, afterId, SLICE)
  for (const resume of slice) await scanResume(services, scan.scanner, resume)
  const last = slice.at(-1)?.id ?? afterId
  // In one transaction with the search for more, so that an application that arrives meanwhile schedules its own scan.
  await db.transaction().execute((trx) => advanceScan(trx, last, clock()))
}

async function scanResume(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  scanner: VirusScanner,
  resume: ResumeRow,
): Promise<void> {
  const { db, log } = services
  const application = resume.application_id
  const content = await openResume(services, resume).catch((error) => {
    if (error instanceof RequestError) return undefined
    throw error
  })
  // Not available now. The next start scans it.
  if (!content) return
  const verdict = await scanner.scan(content).catch((error) => {
    // The others do not wait for it. The next start tries again, when clamd may take longer files.
    if (!(error instanceof TooLongToScan)) throw error
    log.error({ err: error, application }, 'stored resume not scanned for viruses')
  })
  if (!verdict) return
  const { virus } = verdict
  await recordScan(db, resume.id, virus === null ? 'clean' : 'infected')
  if (virus !== null) log.error({ application, virus }, 'stored resume is infected and can no longer be downloaded')
}
