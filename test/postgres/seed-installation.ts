import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashSecret } from '../../server/features/accounts/session-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { fixture, insertApplicant } from '../factories.ts'
import { insertResumeText } from '../resume-files/stored-texts.ts'
import { insertComments } from './seed-team.ts'

/** Token of the session that {@link seedInstallation} makes. */
export const SEEDED_TOKEN = 'token-of-before-the-copy'

/** Texts that a wrong copy would alter. */
const ODD_TEXTS = [
  'Zoë 🦊👩‍👩‍👧',
  "Robert'); drop table jobs;--",
  'line\r\nline\n',
  '"quoted" \\ $1 ? %s',
  ' ',
  '\u{fffd}\u{10ffff}',
  'x'.repeat(300_000),
]

/** What a saved view shows. */
const FILTER = JSON.stringify({ tab: 'pending', job: '1', assigned: 'me', tags: '1', search: 'Zoë 🦊', sort: 'usual' })

/** More than one batch of a copy. */
const APPLICATIONS = 1100

/**
 * Fills a new data folder: rows in every table, and one file.
 * @returns the id of the application with the file
 */
export async function seedInstallation(folder: string): Promise<number> {
  const db = await openDatabase(folder)
  try {
    await insertOdds(db)
    await insertMessage(db)
    await insertAdmin(db)
    await insertComments(db, at)
    const withFile = await insertResume(db, folder)
    // Ids that were given and whose rows are deleted: no later row may get them.
    await db.deleteFrom('applications').where('id', '>', APPLICATIONS).execute()
    await db.deleteFrom('audit_trail').execute()
    await db.insertInto('audit_trail').values(auditEntry).execute()
    return withFile
  } finally {
    await db.destroy()
  }
}

const at = new Date().toISOString()
const auditEntry = {
  at,
  account_id: 1,
  username: 'ana',
  subject: 'application',
  subject_id: 1,
  action: 'viewed',
  event: '{"action":"viewed","quote":"\\u0000"}',
} as const

async function insertOdds(db: Db): Promise<void> {
  const job = {
    job_type: 'Full-time',
    location: 'Midland, TX',
    requirements: '',
    content_hash: '',
    pay_min: 34.5,
  } as const
  for (const [index, text] of ODD_TEXTS.entries()) {
    await db
      .insertInto('jobs')
      .values({
        ...job,
        title: text,
        description: text,
        status: 'active',
        is_active: 1,
        hiring_steps: JSON.stringify([text]),
        announced_closing: '2026-06-30',
        created_at: at,
      })
      .execute()
    await insertApplicant(db, {
      ...{ name: text, note: text, linkedin_url: text, portfolio_url: text },
      ...{ idempotency_key: `key ${index}`, job_id: index + 1 },
    })
  }
  await insertApplicant(db, { archived: 1, status: 'hired', feedback: 'good', interview_date: at })
  await insertApplicant(db, { quarantined: 1 })
  const { id, ...like } = await db.selectFrom('applications').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const rows = Array.from({ length: APPLICATIONS + 20 - 9 }, () => ({ ...like, idempotency_key: null }))
  for (let from = 0; from < rows.length; from += 500) {
    await db
      .insertInto('applications')
      .values(rows.slice(from, from + 500))
      .execute()
  }
  await db
    .insertInto('outbox_tasks')
    .values({ kind: 'none', payload: '{}', attempts: 3, run_after: '9999', created_at: at })
    .execute()
  await db.insertInto('submission_counts').values({ address_hash: 'a', hour: '9999-01-01T00', count: 2 }).execute()
  await db.insertInto('submission_counts').values({ address_hash: 'a', hour: '9999-01-01T01', count: 3 }).execute()
  await db.insertInto('sign_in_failures').values({ key_hash: 'b', count: 2, expires_at: '9999' }).execute()
  await db.insertInto('signed_in_networks').values({ network_hash: 'n', expires_at: '9999' }).execute()
  await db.insertInto('resume_check').values({ id: 1, started_at: at, finished_at: at, total: 0, checked: 0 }).execute()
  await db.insertInto('audit_trail').values([auditEntry, auditEntry, auditEntry]).execute()
  await db.insertInto('application_changes').values({ at, change: '{}', applications: '[]', undone_at: at }).execute()
  const version = { application_id: 1, began_at: at, saved_at: at, account_id: 1, username: 'ana', text: 'good' }
  await db
    .insertInto('feedback_versions')
    .values([version, { ...version, text: null }])
    .execute()
}

async function insertMessage(db: Db): Promise<void> {
  const text = { subject: 'Zoë 🦊', body: 'line\nline\n' }
  await db.insertInto('settings').values({ id: 1, settings: '{}' }).execute()
  await db.insertInto('site_texts').values({ id: 1, texts: '{}' }).execute()
  await db.insertInto('sign_in_settings').values({ id: 1, settings: '{}' }).execute()
  await db.insertInto('retention_rules').values({ id: 1, rules: '{}' }).execute()
  await db
    .insertInto('legal_holds')
    .values({
      email_key: 'zoë@example.com',
      application_id: 1,
      reason: 'Zoë 🦊',
      ends_on: '2030-01-01',
      set_by: 'ana',
      set_at: at,
    })
    .execute()
  await db.insertInto('consent_texts').values({ version: 1, text: 'Zoë 🦊', saved_by: 'ana', saved_at: at }).execute()
  await db
    .insertInto('consents')
    .values({ application_id: 1, text_version: 1, given_at: at, withdrawn_at: at })
    .execute()
  await db
    .insertInto('imports')
    .values({ name: 'Zoë 🦊.csv', preset: 'opencats', state: 'done', account_id: 1, username: 'ana', created_at: at })
    .execute()
  await db
    .insertInto('import_rows')
    .values({
      import_id: 1,
      number: 1,
      line: 2,
      cells: '["Zoë 🦊"]',
      email_key: null,
      state: 'created',
      application_id: 1,
    })
    .execute()
  await db
    .insertInto('message_templates')
    .values({ kind: 'rejected', ...text, changed_at: at, username: 'ana' })
    .execute()
  await db
    .insertInto('mails')
    .values({
      ...{ application_id: 1, kind: 'receipt', reason: 'receipt:1', to_name: 'Zoë 🦊', to_address: 'zoe@example.com' },
      ...{ ...text, receipt: '{}', state: 'sent', not_before: at, task_number: 1, attempts: 1, settled_at: at },
      ...{ perhaps_sent_at: at },
      ...{ message_id: '<1@example.com>', created_at: at },
    })
    .execute()
  await db
    .insertInto('interviews')
    .values({
      ...{ application_id: 1, uid: 'u', starts_at: at, ends_at: at, time_zone: 'Asia/Kolkata', kind: 'on_site' },
      ...{ place: 'Zoë 🦊', interviewers: '[]', state: 'planned', response: 'none', sequence: 0, changed_at: at },
      ...{ created_at: at, invited_at: at, content_hash: '' },
    })
    .execute()
  await db
    .insertInto('interview_offers')
    .values({
      ...{ application_id: 1, state: 'withdrawn', times: JSON.stringify([at]), minutes: 45, time_zone: 'Asia/Kolkata' },
      ...{ kind: 'on_site', place: 'Zoë 🦊', interviewers: '[]', last_day: '2026-03-01', ends_at: at, closed_at: at },
      ...{ username: 'ana', created_at: at, content_hash: '' },
    })
    .execute()
  await db.insertInto('interview_offer_links').values({ token_hash: 'd', offer_id: 1, created_at: at }).execute()
  await db.insertInto('application_links').values({ token_hash: 'c', application_id: 1, created_at: at }).execute()
}

async function insertAdmin(db: Db): Promise<void> {
  await db.updateTable('installation').set({ initialised_at: at }).execute()
  await db
    .insertInto('accounts')
    .values({ username: 'ana', password_hash: 'none', created_at: at, email: 'ana@example.com' })
    .execute()
  const mail = { day: '2026-03-02', state: 'sent' as const, attempts: 1, not_before: at, created_at: at }
  await db
    .insertInto('mails')
    .values({ ...mail, kind: 'digest', reason: 'digest:1', account_id: 1, message_id: '<2@example.com>' })
    .execute()
  const alert = {
    request_id: '1',
    email: 'zoe@example.com',
    remote: 1 as const,
    created_at: at,
    ends_at: at,
    seen_until: at,
  }
  await db
    .insertInto('job_alerts')
    .values({ ...alert, confirmed_at: at, words: 'Zoë 🦊' })
    .execute()
  await db
    .insertInto('mails')
    .values({
      ...mail,
      kind: 'openings',
      reason: 'openings:1',
      alert_id: 1,
      job_ids: '[1]',
      message_id: '<3@example.com>',
    })
    .execute()
  await db.insertInto('job_alert_links').values({ token_hash: 'c', alert_id: 1, created_at: at }).execute()
  await db.insertInto('mailbox_mails').values({ id: 'm', mailbox_hash: 'h', mailed_at: at }).execute()
  const outage = { id: 1 as const, since: at, failed_at: at, faults: 2, reason: '550 Nö', paused_until: at }
  await db.insertInto('mail_outage').values(outage).execute()
  await insertInvitation(db)
  await insertSecondFactors(db)
  const reset = { account_id: 1, email: 'zoe@example.com', role: 'owner', token_hash: null } as const
  await db
    .insertInto('password_resets')
    .values({ ...reset, asked_at: at, expires_at: at })
    .execute()
  await db.insertInto('calendar_feeds').values({ account_id: 1, token_hash: 'f', created_at: at }).execute()
  await db
    .insertInto('webhooks')
    .values({
      ...{ name: 'Zoë 🦊', format: 'standard', sealed_url: 'x', shown_address: 'x', sealed_secret: 'x', events: '[]' },
      ...{ created_at: at, disabled_at: at, disabled_because: 'disabled', failing_since: at, old_secret_until: at },
    })
    .execute()
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...{ webhook_id: 1, message_id: 'msg_1', event: 'webhook.test', body: '{"a":"Zoë 🦊"}', state: 'failed' },
      ...{ created_at: at, begun_at: at, next_at: null, last_at: at, status: 500, milliseconds: 12, answer: 'Nö' },
    })
    .execute()
  await db
    .insertInto('api_tokens')
    .values({
      ...{ account_id: 1, name: 'Zoë 🦊', token_hash: 'p', ending: 'abcd', scopes: '["read"]', method: 'password' },
      ...{ created_at: at, expires_at: at, last_used_at: at },
    })
    .execute()
  await db
    .insertInto('sessions')
    .values({
      account_id: 1,
      token_hash: hashSecret(SEEDED_TOKEN),
      cookie_hash: hashSecret('cookie'),
      created_at: at,
      last_used_at: at,
    })
    .execute()
}

async function insertInvitation(db: Db): Promise<void> {
  const named = {
    role: 'hiring_manager' as const,
    display_name: 'Zoë 🦊',
    email: 'zoe@example.com',
    invited_by: 'ana',
    invited_by_id: 1,
  }
  await db
    .insertInto('invitations')
    .values({ ...named, token_hash: 'i', created_at: at, expires_at: at })
    .execute()
  await db.insertInto('invitation_jobs').values({ invitation_id: 1, job_id: 2, decides: 1 }).execute()
  await db.insertInto('job_assignments').values({ account_id: 1, job_id: 2, decides: 0 }).execute()
  await db.insertInto('tags').values({ name: 'Zoë 🦊', name_key: 'zoë 🦊', color: 'teal', created_at: at }).execute()
  await db
    .insertInto('saved_views')
    .values({ author_id: 1, private_to: 1, name: 'Zoë 🦊', name_key: 'zoë 🦊', filter: FILTER, created_at: at })
    .execute()
  await db.insertInto('application_tags').values({ application_id: 1, tag_id: 1 }).execute()
  await db.updateTable('applications').set({ assignee_id: 1 }).where('id', '=', 1).execute()
  await db
    .insertInto('mails')
    .values({
      ...{ kind: 'account_invitation', reason: 'account_invitation:1', invitation_id: 1, state: 'sent', attempts: 1 },
      ...{ not_before: at, created_at: at, message_id: '<4@example.com>', username: 'ana' },
    })
    .execute()
}

/** Inserts a resume and the earlier version of it. @returns the id of their application */
async function insertResume(db: Db, folder: string): Promise<number> {
  const content = fixture('resume.pdf')
  await mkdir(join(folder, 'resumes'))
  const facts = {
    kind: 'pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  } as const
  const versions = [
    { id: 4, version: 1, original_name: 'first.pdf', replaced_at: at },
    { id: 5, version: 2, original_name: 'Zoë 🦊.pdf', replaced_at: null },
  ]
  for (const version of versions) {
    const key = randomUUID()
    await writeFile(join(folder, 'resumes', key), content)
    await db
      .insertInto('resumes')
      .values({ application_id: 8, ...facts, ...version })
      .execute()
    const replica = { resume_id: version.id, store: 'local', key, state: 'stored', changed_at: at } as const
    await db.insertInto('resume_replicas').values(replica).execute()
  }
  await insertResumeText(db, 8, `Zoë\n${'🦊 '.repeat(70_000)}`)
  return 8
}

async function insertSecondFactors(db: Db): Promise<void> {
  const totp = { account_id: 1, sealed_secret: 's', last_step: 60_000_000, created_at: at, confirmed_at: at }
  await db.insertInto('totp_secrets').values(totp).execute()
  const key = {
    credential_id: 'c',
    public_key: 'k',
    sign_count: 4_294_967_295,
    transports: '["usb"]',
    rp_id: 'localhost',
  }
  await db
    .insertInto('passkeys')
    .values({ ...key, account_id: 1, name: 'Zoë’s key', created_at: at, last_used_at: null })
    .execute()
  await db.insertInto('recovery_codes').values({ account_id: 1, code_hash: 'h', used_at: at }).execute()
  const identity = { account_id: 1, issuer: 'https://id.example.com', subject: 'Zoë 🦊', email: 'zoe@example.com' }
  await db
    .insertInto('linked_identities')
    .values({ ...identity, created_at: at, last_used_at: null })
    .execute()
  await db.insertInto('ended_identities').values({ identity_hash: 'i', account_id: 9, ended_at: at }).execute()
  await db.insertInto('spent_tickets').values({ ticket_hash: 't', expires_at: at }).execute()
  await db.insertInto('erasures').values({ hash: 'e', kind: 'application_erased', erased_at: at }).execute()
  const sum = { period: '2026-03-02', job_id: 0, figure: 'source_received', value: 'Zoë 🦊', applications: 3 }
  await db.insertInto('insight_sums').values(sum).execute()
}
