import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/** Makes room for offers of times, from which an applicant chooses one. */
export async function addInterviewOffers(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table interview_offers (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    state ${text} not null,
    times ${text} not null,
    minutes integer not null,
    time_zone ${text} not null,
    kind ${text} not null,
    place ${text},
    interviewers ${text} not null,
    last_day ${text} not null,
    ends_at ${text} not null,
    remind_at ${text},
    reason ${text},
    interview_id integer,
    closed_at ${text},
    username ${text} not null,
    created_at ${text} not null,
    idempotency_key ${text} unique,
    content_hash ${text} not null
  )`.execute(db)
  await sql`create unique index interview_offers_open on interview_offers (application_id) where state = 'open'`.execute(
    db,
  )
  await sql`create index interview_offers_by_application on interview_offers (application_id, id)`.execute(db)
  await sql`create index interview_offers_by_end on interview_offers (state, ends_at)`.execute(db)
  await sql`create table interview_offer_links (
    token_hash ${text} primary key,
    offer_id integer not null references interview_offers (id) on delete cascade,
    created_at ${text} not null
  )`.execute(db)
  await sql`create index interview_offer_links_by_offer on interview_offer_links (offer_id)`.execute(db)
  await sql`alter table mails add column offer_id integer`.execute(db)
  await sql`create index mails_by_offer on mails (offer_id) where offer_id is not null`.execute(db)
}
