import { type Kysely, sql } from 'kysely'
import { ANSWER_WITHIN_DAYS } from '../../../../contract/wire/limits.ts'
import { parseJson } from '../../parse-json.ts'
import { IS_ANSWER_DUE } from '../answer-due-condition.ts'
import { engineOf } from '../engine.ts'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Stores with each application on which day its applicant is to be answered. What was received before gets the days of the
 * settings, from its day in UTC: a migration does not know the zone of the company.
 */
export async function storePromisedDays(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  for (const column of ['answer_by', 'first_answer_by'])
    await sql`alter table applications add column ${sql.ref(column)} ${text} not null default ''`.execute(db)
  const stored = await sql<{ settings: string }>`select settings from settings where id = 1`.execute(db)
  const days = daysOf(stored.rows[0]?.settings)
  const received = sql`substr(created_at, 1, 10)`
  const promised =
    engineOf(db) === 'sqlite'
      ? sql`date(${received}, ${`+${days} days`})`
      : sql`to_char(${received}::date + ${sql.lit(days)}, 'YYYY-MM-DD')`
  await sql`update applications set answer_by = ${promised}, first_answer_by = ${promised}`.execute(db)
  // The columns of its condition too, so that a count reads nothing else.
  await sql`create index applications_answer_due on applications
    (answer_by, id, quarantined, archived, withdrawn_at, first_answered_at, status)
    where ${IS_ANSWER_DUE}`.execute(db)
}

/** The promised days of stored settings, or the default. */
function daysOf(settings: string | undefined): number {
  const { answerWithinDays } = (parseJson(settings ?? '') ?? {}) as { answerWithinDays?: unknown }
  return typeof answerWithinDays === 'number' && Number.isInteger(answerWithinDays)
    ? answerWithinDays
    : ANSWER_WITHIN_DAYS
}
