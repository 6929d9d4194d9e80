import type { Kysely } from 'kysely'
import type { StorageStatus } from '../../../contract/storage.ts'
import { instantSchema } from '../../../contract/validation.ts'
import type { Db, FileStoreName, ReplicaState, Tables } from '../../platform/database/tables.ts'
import { UNREADABLE } from '../../platform/outbox/read-task.ts'
import { findCheck } from '../resumes/check-queries.ts'
import { cloudAt, type ResumePlaces } from '../resumes/resume-places.ts'

/** Everything the storage page counts, as of one moment. */
export function readStorageStatus(db: Kysely<Tables>, places: ResumePlaces): Promise<StorageStatus> {
  // SQLite reads everything of one moment in any case.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const counts = await countCopies(trx)
      const sum = (isWanted: (place: FileStoreName, state: ReplicaState) => boolean) =>
        counts
          .filter(({ store: place, state }) => isWanted(place, state))
          .reduce((total, { count }) => total + count, 0)
      return {
        resumes: {
          total: await countResumes(trx),
          local: sum((place, state) => place === 'local' && state === 'stored'),
          cloud: sum((place, state) => place === 'google-drive' && state === 'stored'),
          missing: sum((_, state) => state === 'missing'),
          altered: sum((_, state) => state === 'altered'),
          lost: await countLost(trx),
        },
        copies: {
          isConfigured: cloudAt(places, 'google-drive') !== undefined,
          waiting: sum((_, state) => state === 'waiting'),
          oldestWaiting: await oldestWaiting(trx),
          failed: sum((_, state) => state === 'failed'),
          lastError: await lastError(trx),
        },
        tasks: await summariseTasks(trx),
        ...summariseS3(counts, places),
        check: await readCheck(trx),
      }
    })
}

type Counts = Awaited<ReturnType<typeof countCopies>>

function summariseS3(counts: Counts, places: ResumePlaces): Pick<StorageStatus, 's3'> {
  const cloud = cloudAt(places, 's3')
  const ofS3 = counts.filter(({ store: place }) => place === 's3')
  if (!cloud && ofS3.length === 0) return {}
  const countOf = (wanted: ReplicaState) => ofS3.find(({ state }) => state === wanted)?.count ?? 0
  return {
    s3: {
      isConfigured: cloud !== undefined,
      isHome: cloud !== undefined && places.home === cloud,
      stored: countOf('stored'),
      waiting: countOf('waiting'),
      failed: countOf('failed'),
    },
  }
}

/** How many files of resumes there are in each place, by how it stands with them. */
export function countCopies(db: Db) {
  return db
    .selectFrom('resume_replicas')
    .select(({ fn }) => ['store', 'state', fn.countAll<number>().as('count')])
    .groupBy(['store', 'state'])
    .execute()
}

async function countResumes(db: Db): Promise<number> {
  const resumes = db.selectFrom('resumes').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await resumes.executeTakeFirstOrThrow()).count
}

/**
 * Looks only at resumes with a copy that is not sound: the others are not lost. A copy that is to be made again counts
 * too, since it may be made from nothing: after it there may be neither a missing nor an altered one.
 */
async function countLost(db: Db): Promise<number> {
  const lost = db
    .selectFrom('resume_replicas as amiss')
    .select(({ fn }) => fn.count<number>('amiss.application_id').distinct().as('count'))
    .where('amiss.state', '!=', 'stored')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('resume_replicas as sound')
            .select('sound.store')
            .whereRef('sound.application_id', '=', 'amiss.application_id')
            .where('sound.state', '=', 'stored'),
        ),
      ),
    )
  return (await lost.executeTakeFirstOrThrow()).count
}

async function oldestWaiting(db: Db): Promise<string | null> {
  const oldest = await db
    .selectFrom('resume_replicas')
    .innerJoin('applications', 'applications.id', 'resume_replicas.application_id')
    .select(({ fn }) => fn.min('applications.created_at').as('at'))
    .where('resume_replicas.state', '=', 'waiting')
    .executeTakeFirst()
  return oldest?.at ?? null
}

async function lastError(db: Db): Promise<StorageStatus['copies']['lastError']> {
  const row = await db
    .selectFrom('resume_replicas')
    .select(['store', 'last_error', 'changed_at'])
    .where('store', 'in', ['s3', 'google-drive'])
    .where('state', 'in', ['waiting', 'failed'])
    .where('last_error', 'is not', null)
    // What needs a person comes before what is tried again by itself.
    .orderBy('state')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row?.last_error || row.store === 'local') return null
  return { place: row.store, message: row.last_error, at: row.changed_at }
}

/** What is left to do, beside the daily check, which always is. */
export async function summariseTasks(db: Db): Promise<StorageStatus['tasks']> {
  const { open, oldest, attempts } = await db
    .selectFrom('outbox_tasks')
    .select(({ fn }) => [
      fn.countAll<number>().as('open'),
      fn.min('created_at').as('oldest'),
      fn.max('attempts').as('attempts'),
    ])
    .where('kind', '!=', 'check-resumes')
    .executeTakeFirstOrThrow()
  const failed = await db
    .selectFrom('outbox_tasks')
    .select('last_error')
    .where((or) =>
      or.or([or('kind', 'not in', ['check-resumes', 'copy-resume']), or('last_error', 'like', `${UNREADABLE}%`)]),
    )
    .where('last_error', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const isInstant = instantSchema.safeParse(oldest).success
  return { open, oldest: isInstant ? oldest : null, mostAttempts: attempts ?? 0, lastError: failed?.last_error ?? null }
}

async function readCheck(db: Db): Promise<StorageStatus['check']> {
  const check = await findCheck(db)
  if (!check) return null
  const { started_at, finished_at, total, checked } = check
  const lastError = finished_at === null ? await findHindrance(db) : null
  return { startedAt: started_at, finishedAt: finished_at, total, checked, lastError }
}

/** The next slice of a check is a task of its own, so an error is always one of the slice that is tried at present. */
async function findHindrance(db: Db): Promise<string | null> {
  const task = await db
    .selectFrom('outbox_tasks')
    .select('last_error')
    .where('kind', '=', 'check-resumes')
    .executeTakeFirst()
  return task?.last_error ?? null
}
