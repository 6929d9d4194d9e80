import type { Generated } from 'kysely'

/** A boolean: 0 or 1, so that every engine stores and sorts it alike. */
export type Flag = 0 | 1
/** ISO 8601 text in UTC, for the same reason. */
export type Instant = string
/** 1 for a new row, and one more with each change. */
export type Version = Generated<number>
