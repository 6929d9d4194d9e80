import type { Db } from '../../server/platform/database/tables.ts'

/** What colleagues write about an application: questions, comments, scorecards, and the notices of these. @param at when */
export async function insertComments(db: Db, at: string): Promise<void> {
  const question = { application_id: 1, interview_id: 1, email: 'lena@example.com', question: 'Zoë?', asked_by: 'ana' }
  const times = { created_at: at, expires_at: at, ended_at: at, link_shown_at: at, last_opened_at: at }
  const code = { code_hash: 'c', code_expires_at: at }
  await db
    .insertInto('colleague_questions')
    .values({ ...question, asked_by_id: 1, ...times, ...code, token_hash: 'q' })
    .execute()
  await db.insertInto('colleague_devices').values({ device_hash: 'd', question_id: 1, created_at: at }).execute()
  const comment = { application_id: 1, account_id: 1, author_name: 'Zoë 🦊', mentions: '[1]', created_at: at }
  await db
    .insertInto('comments')
    .values([
      { ...comment, text: 'line\nline', edited_at: at },
      { ...comment, text: null, deleted_at: at },
      { ...comment, account_id: null, colleague_question_id: 1, verdict: 'talk', text: '' },
    ])
    .execute()
  await db.insertInto('comment_versions').values({ comment_id: 1, text: 'line', until: at }).execute()
  const scorecard = { application_id: 1, author_name: 'Zoë 🦊', version: 1, created_at: at }
  await db
    .insertInto('scorecards')
    .values([
      { ...scorecard, account_id: 1, answers: '{"note":"🦊"}', skipped_at: at, changed_at: at, version: 2 },
      { ...scorecard, email: 'lena@example.com', answers: null, skipped_at: at },
    ])
    .execute()
  await db.insertInto('scorecard_versions').values({ scorecard_id: 1, answers: '{}', until: at }).execute()
  const notice = { account_id: 1, kind: 'mentioned', application_id: 1, by_name: 'Zoë 🦊', created_at: at } as const
  await db
    .insertInto('notices')
    .values([
      { ...notice, cause: 'a', batch: 'a', comment_id: 1, by_account_id: 1, read_at: at },
      { ...notice, cause: 'b', batch: 'b', comment_id: null, by_account_id: null, withdrawn_at: at },
    ])
    .execute()
  const reply = {
    application_id: 1,
    nature: 'reply',
    reference_ids: '["<a@b>"]',
    from_address: 'zoë@example.com',
  } as const
  const came = { subject: 'Zoë 🦊', body: 'line\nline', quoted: '> Zoë', left_out: '[]', received_at: at }
  await db
    .insertInto('replies')
    .values({ ...reply, ...came, identity: 'i', mail_id: 1, message_id: '<c@d>', from_name: 'Zoë', sent_at: at })
    .execute()
  const read = { uid_validity: '1', last_uid: 4_294_967_295, read_at: at, fault: null, fault_since: null }
  await db
    .insertInto('inboxes')
    .values({ ...read, mailbox: 'm', holder: 'h', held_until: at })
    .execute()
  const muted = { account_id: 1, kind: 'answered', channel: 'mail' } as const
  await db.insertInto('muted_notices').values(muted).execute()
}
