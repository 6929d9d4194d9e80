/**
 * All advisory locks that Wellhead takes in PostgreSQL. A lock has two keys; the first tells ours from those of other
 * programs in the same database. The one that Kysely takes for migrations has a single key, and meets none of these.
 */

/** First key of the turns and of the places. */
export const WELLHEAD_LOCKS = 0x57454c4c

/**
 * Second keys of decisions over several rows, or over rows that are not there yet: one at a time in all processes
 * (`takeTurn`).
 */
export const TURNS = { accounts: 1, 'check-resumes': 2, 'scan-resumes': 3, 'queue-copies': 4, homes: 5 }

/**
 * Held by each running server, shared or alone, and by the command that copies an installation (`process-place.ts`,
 * `postgres-end.ts`).
 */
export const PROCESSES_LOCK = [WELLHEAD_LOCKS, 100] as const

/** Held while a process looks whether it may take its place, and takes it: one at a time (`process-place.ts`). */
export const PLACE_TURN = [WELLHEAD_LOCKS, 101] as const

/** First key of the shards in which triggers count applications; the second is 0 to 15. Part of a migration: stays as it is. */
export const COUNT_LOCKS = 0x57454c4d

/** First key of the locks that tell where running servers keep files; the second is made from the place (`process-place.ts`). */
export const HOMES_LOCK = 0x57454c4e
