import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from '../engine.ts'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * The zone of the interviews that are made here, until the first start gives them the company's: a database does not know it.
 * No form offers this name of UTC.
 */
export const ZONE_TO_COME = 'Etc/UTC'

/** Minutes of an interview of which only the date is known. */
const MINUTES = 45

const ENDS: Record<Engine, string> = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', interview_date, '+${MINUTES} minutes')`,
  postgres: `to_char((interview_date::timestamptz + interval '${MINUTES} minutes') at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}
const NEW_UID: Record<Engine, string> = {
  sqlite: 'lower(hex(randomblob(16)))',
  postgres: 'gen_random_uuid()::text',
}

/**
 * Makes an interview of each date that was only a date. Nobody has been invited to it, so `invited_at` stays empty, and nobody is.
 * @param now in tests another one
 */
export async function makeInterviewsOfDates(db: Kysely<Tables>, now = new Date()): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db)
  const [engine, at] = [engineOf(db), `'${now.toISOString()}'`]
  await run(`alter table interviews add column invited_at ${schemaDialectOf(db).text}`)
  await run('update interviews set invited_at = created_at')
  await run(`insert into interviews (application_id, uid, starts_at, ends_at, time_zone, kind, interviewers, state, response,
      sequence, changed_at, created_at, content_hash)
    select id, ${NEW_UID[engine]}, interview_date, ${ENDS[engine]}, '${ZONE_TO_COME}', 'undecided', '[]', 'planned', 'none',
      0, ${at}, ${at}, ''
    from applications where interview_date is not null and not exists (select 1 from interviews
      where application_id = applications.id and state = 'planned' and starts_at = interview_date)`)
  // Beside other interviews, the date of an application is by now perhaps that of another one.
  await run(`update applications set interview_date = coalesce(
      (select min(starts_at) from interviews where application_id = applications.id and state = 'planned' and ends_at > ${at}),
      (select max(starts_at) from interviews where application_id = applications.id and state = 'planned'))
    where id in (select application_id from interviews where state = 'planned' group by application_id having count(*) > 1)`)
}
