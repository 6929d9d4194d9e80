import { finished, type Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { ResumeRow } from '../../platform/database/tables.ts'
import { type HeldFile, StoreFault } from '../../platform/file-stores/file-store.ts'
import { storeNamed } from '../../platform/file-stores/file-stores.ts'
import { openVerified } from '../../platform/file-stores/verified-file.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Services } from '../feature.ts'
import { isKept, isReferenced, type KeptReplica, listReplicas, updateReplica } from './resume-queries.ts'

/**
 * Opens the cheapest whole file of a resume. A missing or altered file is recorded, and the next store is tried, as
 * after a file that cannot be read. An altered file is never sent.
 * @returns undefined when no store has it
 * @throws {RequestError} `unavailable` when a store that should have it cannot be reached
 */
export async function openResume(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  resume: ResumeRow,
): Promise<Readable | undefined> {
  const { application_id: application } = resume
  const failures: unknown[] = []
  for (const replica of (await listReplicas(services.db, resume.id)).filter(isKept)) {
    const file = await openReplica(services, resume, replica).catch((error) => {
      services.log.error({ err: error, application, store: replica.store }, 'resume not reachable')
      failures.push(error)
    })
    if (file) return contentOf(file, services.log)
  }
  if (failures.length === 0) return undefined
  const latest = failures.at(-1)
  if (!(latest instanceof StoreFault)) throw latest
  throw new RequestError('unavailable', 'The storage with this resume cannot be reached right now. Please try again.')
}

/**
 * Opens one replica of a resume, and records damage.
 * @returns undefined when it is not whole
 * @throws {StoreFault} when its store cannot be reached
 */
export async function openReplica(
  { db, stores, clock, log }: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  resume: ResumeRow,
  replica: KeptReplica,
): Promise<HeldFile | undefined> {
  const { application_id: application } = resume
  const { store: name, key } = replica
  const store = storeNamed(stores, name)
  if (!store) throw new StoreFault(`${name} is not configured.`, { isPermanent: true })
  const file = await openVerified(store, key, { expected: resume, local: stores.local })
  if (typeof file !== 'string') return file
  // A deletion since the rows were read is no damage.
  if (!(await isReferenced(db, name, key))) return undefined
  log.error({ application, store: name, key }, `resume file is ${file}`)
  if (replica.state !== file) await updateReplica(db, replica, { state: file, isChecked: true }, clock())
  return undefined
}

/** Disposes of the file when its content was read or is no longer wanted. */
function contentOf(file: HeldFile, log: FastifyBaseLogger): Readable {
  const content = file.read(0)
  finished(content, () => {
    file[Symbol.asyncDispose]().catch((error) => log.warn({ err: error }, 'resume file not closed'))
  })
  return content
}
