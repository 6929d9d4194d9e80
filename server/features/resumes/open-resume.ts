import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db, ResumeRow } from '../../platform/database/tables.ts'
import { CloudFault } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { fetchCopy } from './fetch-copy.ts'
import { cloudAt, type ResumePlaces } from './resume-places.ts'
import { isKept, isNamed, type KeptCopy, listCopies, noteCopy } from './resume-queries.ts'

type Opening = { db: Db; store: ResumeStore; places: ResumePlaces; clock: Clock; log: FastifyBaseLogger }

/**
 * Opens the file of a resume in the cheapest place where it is whole. A file that is gone or altered is never handed
 * out: it is noted, and the next place is tried. So it is after a file that cannot be read.
 * @returns undefined when no place has it
 * @throws {RequestError} `unavailable` when a place that should have it cannot be asked
 */
export async function openResume(opening: Opening, resume: ResumeRow): Promise<Readable | undefined> {
  let failure: unknown
  const copies = await listCopies(opening.db, resume.application_id)
  for (const copy of copies.filter(isKept)) {
    try {
      const content = await openCopy(opening, resume, copy)
      if (content) return content
    } catch (error) {
      opening.log.error({ err: error, application: resume.application_id, place: copy.store }, 'resume not reachable')
      failure = error
    }
  }
  if (failure === undefined) return undefined
  if (!(failure instanceof CloudFault)) throw failure
  throw new RequestError('unavailable', 'The storage with this resume cannot be reached right now. Please try again.')
}

async function openCopy(opening: Opening, resume: ResumeRow, copy: KeptCopy): Promise<Readable | undefined> {
  const { db, clock, log } = opening
  const { content, state } = await (copy.store === 'local' ? openLocal : openCloud)(opening, resume, copy)
  if (content) return content
  // Deleted since the rows were read: that is no loss.
  if (!(await isNamed(db, copy.store, copy.key))) return undefined
  log.error({ application: resume.application_id, place: copy.store, key: copy.key }, `resume file is ${state}`)
  if (copy.state !== state) await noteCopy(db, copy, { state, isChecked: true }, clock())
  return undefined
}

type Opened = { content: Readable; state: 'stored' } | { content?: undefined; state: 'missing' | 'altered' }

async function openLocal({ store, places }: Opening, resume: ResumeRow, copy: KeptCopy): Promise<Opened> {
  const file = await store.open(copy.key)
  if (!file && places.home !== 'local') throw new CloudFault('The file is on another machine.', { isPermanent: false })
  if (!file) return { state: 'missing' }
  if (file.facts.sha256 === resume.sha256) return { content: file.content, state: 'stored' }
  file.content.destroy()
  return { state: 'altered' }
}

/** By way of a temporary file, so that the first byte leaves only once the last has been compared. */
async function openCloud({ store, places, log }: Opening, resume: ResumeRow, copy: KeptCopy): Promise<Opened> {
  const cloud = cloudAt(places, copy.store)
  if (!cloud) throw new CloudFault(`${copy.store} is not configured.`, { isPermanent: true })
  const file = await fetchCopy({ store, cloud }, copy.key, resume.sha256)
  if (typeof file === 'string') return { state: file }
  const content = createReadStream(file.path)
  content.once('close', () => store.discard(file).catch((error) => log.warn({ err: error }, 'temporary file left')))
  return { content, state: 'stored' }
}
