import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { lockCopies, takeTurn } from '../../platform/database/row-locks.ts'
import type { ReplicaRow, Tables } from '../../platform/database/tables.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import {
  advanceCheck,
  beginCheck,
  type CheckPoint,
  finishCheck,
  listResumesAfter,
  planCheck,
  type ResumeWithCopies,
} from './check-queries.ts'
import { type Comparison, createComparison } from './compare-copy.ts'
import { letLocalGo } from './copy-resume.ts'
import { fetchCopy } from './fetch-copy.ts'
import { queueAllCopies } from './queue-copies.ts'
import { cloudAt, type ResumePlaces } from './resume-places.ts'
import { type CopyChange, isKept, type KeptCopy, noteCopy } from './resume-queries.ts'
import { sweepResumes } from './sweep-resumes.ts'

/** What a check of the files needs. */
export type Checking = {
  db: Kysely<Tables>
  store: ResumeStore
  places: ResumePlaces
  clock: Clock
  log: FastifyBaseLogger
}

/** Resumes looked at before others get their turn. */
const SLICE = 100
/** With a file read again once it was not for 20 hours, each is read at least once a day, however often it starts. */
const PAUSE_MS = 4 * 60 * 60 * 1000

/**
 * Looks at the next slice of all resumes: whether each file is where its row says, with the content it had, and mends
 * what another place still has. A check runs slice by slice, so that it neither holds up other tasks nor starts over
 * after a stop; the last slice plans the next check.
 */
export async function checkResumes(checking: Checking, { afterId, isFull }: CheckPoint): Promise<void> {
  const { db, places, clock } = checking
  if (afterId === 0) {
    // First of all, so that a check asked for meanwhile is not a second one.
    await beginCheck(db, clock())
    // Where several machines share the work, each sweeps its own disk.
    if (places.home === 'local') await sweepResumes({ ...checking, now: clock() })
  }
  const slice = await listResumesAfter(db, afterId, SLICE)
  const compare = createComparison({ ...checking, isFull })
  const findings: Finding[] = []
  for (const resume of slice) findings.push(...(await checkResume(checking, resume, compare)))

  const last = slice.at(-1)
  const isDone = slice.length < SLICE || !last
  await db.transaction().execute(async (trx) => {
    // First, as whoever asks for a check does, so that the two never wait for each other.
    await takeTurn(trx, 'check-resumes')
    for (const { copy, change } of findings) {
      await lockCopies(trx, copy.application_id)
      await noteCopy(trx, copy, change, clock())
    }
    // Files from before a cloud store was the home, which that had as copies already.
    const left = places.home === 'local' ? [] : slice.filter(({ copies }) => copies.some(isLocal))
    for (const resume of left) await letLocalGo(trx, resume.application_id, places, clock())
    await advanceCheck(trx, slice.length)
    if (!isDone) return planCheck(trx, { afterId: last.application_id, isFull }, clock())
    await finishCheck(trx, clock())
    await planCheck(trx, { afterId: 0, isFull: false }, clock(), PAUSE_MS)
  })
  if (isDone) await queueAllCopies(db, places, clock)
}

const isLocal = ({ store: place }: ReplicaRow) => place === 'local'

type Finding = { copy: KeptCopy; change: CopyChange }

async function checkResume(checking: Checking, resume: ResumeWithCopies, compare: Comparison): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const copy of resume.copies.filter(isKept)) {
    const state = await compare(resume, copy)
    if (state) findings.push({ copy, change: { state, isChecked: true } })
    if (!state || state === 'stored') continue
    const { application_id: application, store: place, key } = copy
    checking.log.error({ application, place, key }, `resume file is ${state}`)
  }
  return restoreLocal(checking, resume, findings)
}

/** Puts back a local file that is gone or altered while the cloud store still has it as it was. */
async function restoreLocal(
  { store, places, log }: Checking,
  resume: ResumeWithCopies,
  findings: Finding[],
): Promise<Finding[]> {
  const damaged = findings.find(({ copy, change }) => copy.store === 'local' && change.state !== 'stored')
  const whole = resume.copies.find(
    (copy) => copy.store !== 'local' && copy.state === 'stored' && cloudAt(places, copy.store),
  )
  const cloud = whole && cloudAt(places, whole.store)
  if (!damaged || !whole?.key || !cloud || places.home !== 'local') return findings
  const file = await fetchCopy({ store, cloud }, whole.key, resume.sha256).catch(() => 'missing' as const)
  if (typeof file === 'string') return findings
  damaged.change = { state: 'stored', key: await store.keep(file), isChecked: true }
  log.warn({ application: resume.application_id }, 'resume file restored from the cloud store')
  return findings
}
