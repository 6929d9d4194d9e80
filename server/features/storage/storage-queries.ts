import type { Kysely } from 'kysely'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { FILE_STORES, REMOTE_STORES, type RemoteStoreName } from '../../../contract/wire/file-store-names.ts'
import { instantSchema } from '../../../contract/wire/validation.ts'
import type { ReplicaState } from '../../platform/database/tables/resume-tables.ts'
import type { Db, ReplicaRow, Tables } from '../../platform/database/tables.ts'
import { type FileStores, storeNamed } from '../../platform/file-stores/file-stores.ts'
import { countTasks, findTask, findTaskError } from '../../platform/outbox/outbox-queries.ts'
import { findCheck } from '../resumes/check-queries.ts'
import { checkResumesTask, FILE_TASKS, replicateResumeTask } from '../resumes/resume-task-kinds.ts'

/** Everything that the storage page counts, at one moment. */
export function readStorageStatus(db: Kysely<Tables>, stores: FileStores): Promise<StorageStatus> {
  // A transaction of SQLite reads one moment at any level.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const counts = await countReplicas(trx)
      const count = (state: ReplicaState) => sumOf(counts, { state })
      return {
        resumes: {
          total: await countResumes(trx),
          missing: count('missing'),
          altered: count('altered'),
          lost: await countLost(trx),
        },
        stores: summariseStores(counts, stores),
        replicas: {
          waiting: count('waiting'),
          failed: count('failed'),
          oldestWaiting: await oldestWaiting(trx),
          lastError: await lastReplicaError(trx),
        },
        tasks: await summariseTasks(trx),
        check: await readCheck(trx),
      }
    })
}

type Counts = Awaited<ReturnType<typeof countReplicas>>

function sumOf(counts: Counts, wanted: Partial<Pick<ReplicaRow, 'store' | 'state'>>): number {
  return counts
    .filter(({ store, state }) => (wanted.store ?? store) === store && (wanted.state ?? state) === state)
    .reduce((total, { count }) => total + count, 0)
}

function summariseStores(counts: Counts, stores: FileStores): StorageStatus['stores'] {
  const summary = FILE_STORES.map((store) => [
    store,
    {
      isConfigured: storeNamed(stores, store) !== undefined,
      isPrimary: stores.primary.name === store,
      stored: sumOf(counts, { store, state: 'stored' }),
      waiting: sumOf(counts, { store, state: 'waiting' }),
      failed: sumOf(counts, { store, state: 'failed' }),
    },
  ])
  return Object.fromEntries(summary)
}

/** How many replicas each store has, by their state. */
export function countReplicas(db: Db) {
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
 * Resumes without an intact file in any store. A waiting replica counts as damaged too: without an intact file it cannot
 * be made. Resumes whose replicas are all stored need no check.
 */
async function countLost(db: Db): Promise<number> {
  const lost = db
    .selectFrom('resume_replicas as damaged')
    .select(({ fn }) => fn.count<number>('damaged.resume_id').distinct().as('count'))
    .where('damaged.state', '!=', 'stored')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('resume_replicas as intact')
            .select('intact.store')
            .whereRef('intact.resume_id', '=', 'damaged.resume_id')
            .where('intact.state', '=', 'stored'),
        ),
      ),
    )
  return (await lost.executeTakeFirstOrThrow()).count
}

async function oldestWaiting(db: Db): Promise<string | null> {
  const oldest = await db
    .selectFrom('resume_replicas')
    .innerJoin('resumes', 'resumes.id', 'resume_replicas.resume_id')
    .innerJoin('applications', 'applications.id', 'resumes.application_id')
    .select(({ fn }) => fn.min('applications.created_at').as('at'))
    .where('resume_replicas.state', '=', 'waiting')
    .executeTakeFirst()
  return oldest?.at ?? null
}

async function lastReplicaError(db: Db): Promise<StorageStatus['replicas']['lastError']> {
  const row = await db
    .selectFrom('resume_replicas')
    .select(['store', 'last_error', 'changed_at'])
    .where('state', 'in', ['waiting', 'failed'])
    .where('store', 'in', REMOTE_STORES)
    .where('last_error', 'is not', null)
    // One that needs a person comes before one that is retried.
    .orderBy('state')
    .orderBy('changed_at', 'desc')
    .limit(1)
    .$narrowType<{ store: RemoteStoreName }>()
    .executeTakeFirst()
  if (!row?.last_error) return null
  return { store: row.store, message: row.last_error, at: row.changed_at }
}

/** A replication records its error with the replica, so only an unreadable one counts here. */
const SHOWN_ERRORS = FILE_TASKS.filter((kind) => kind !== replicateResumeTask.kind)

async function summariseTasks(db: Db): Promise<StorageStatus['tasks']> {
  const { open, oldest, mostAttempts } = await countTasks(db, { only: FILE_TASKS })
  const lastError = await findTaskError(db, { only: SHOWN_ERRORS })
  const isInstant = instantSchema.safeParse(oldest).success
  return { open, oldest: isInstant ? oldest : null, mostAttempts: mostAttempts ?? 0, lastError }
}

async function readCheck(db: Db): Promise<StorageStatus['check']> {
  const check = await findCheck(db)
  if (!check) return null
  const { started_at, finished_at, total, checked } = check
  // Each slice is a task, so its error is one of the current slice.
  const task = finished_at === null ? await findTask(db, checkResumesTask.kind) : undefined
  return { startedAt: started_at, finishedAt: finished_at, total, checked, lastError: task?.last_error ?? null }
}
