/**
 * All advisory locks that Wellhead takes in PostgreSQL. A lock has two keys; the first tells ours from those of other
 * programs in the same database. The one that Kysely takes for migrations has a single key, and meets none of these.
 */

/** First key of {@link LOCKS} and of the locks of processes. */
export const WELLHEAD_LOCKS = 0x57454c4c

/** Second keys of locks for changes that several rows, or rows yet to be inserted, decide about (`acquireLock`). */
export const LOCKS = { accounts: 1, 'check-resumes': 2, 'scan-resumes': 3, 'queue-replicas': 4 }

/** Serialises the processes that take the process lock (`process-lock.ts`). */
export const PROCESS_LOCK_GUARD = [WELLHEAD_LOCKS, 101] as const

/** First key of the process lock; the second names the primary store of the process (`process-lock.ts`). */
export const PROCESS_LOCKS = 0x57454c4e
