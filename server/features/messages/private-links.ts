import type { Transaction } from 'kysely'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { isOpen } from '../../../contract/applications/status-lists.ts'
import { fillTemplate } from '../../../contract/messages/message-template.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { emailKeyOf } from '../../../contract/wire/email-address.ts'
import { CHOICE_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { isolateDirection } from '../../platform/mail/isolate-direction.ts'
import { hashSecret, isSecret, newSecret } from '../accounts/session-queries.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import type { Addressee } from './templates/fill-texts.ts'

/** How long a link stays valid after the decision. In milliseconds. */
const VALID_AFTER_DECISION_MS = 30 * 24 * 60 * 60_000

/** Applications that one mail with new links names: the newest. */
const MOST_LINKED = 5

/** Where applicants reach the site, and when the link is made. */
type LinkMaking = { publicUrl: string; now: Date }

/** The newest applications with an email address, but not those in quarantine: they share a mail with new links. */
export function listLinked(db: Db, email: string): Promise<Addressee[]> {
  return db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'job_id', 'interview_date', 'answer_by'])
    .where('email_key', '=', emailKeyOf(email))
    .where('quarantined', '=', 0)
    .orderBy('id', 'desc')
    .limit(MOST_LINKED)
    .execute()
}

/**
 * Puts new private links into the body of a message, and stores the hashes of their tokens; a body without `{status_link}`
 * stays. Lock the applications before.
 * @param applications that the message is for; the links of several stand below their reference and position
 * @returns the text, and the link where it is the only one
 */
export async function fillPrivateLinks(
  trx: Transaction<Tables>,
  { body, applications }: { body: string; applications: readonly Pick<Addressee, 'id' | 'job_id'>[] },
  making: LinkMaking,
): Promise<{ text: string; link: string | null }> {
  // No link is made for a text that names none.
  if (fillTemplate(body, { status_link: '' }) === body) return { text: body, link: null }
  const links = new Map<number, string>()
  for (const { id } of applications) links.set(id, await createLink(trx, id, making))
  const [link = ''] = links.values()
  if (links.size === 1) return { text: fillTemplate(body, { status_link: link }), link }
  const titles = await findJobTitles(
    trx,
    applications.flatMap(({ job_id }) => job_id ?? []),
  )
  const named = applications.map(({ id, job_id }) => {
    const title = job_id === null ? undefined : titles.get(job_id)
    return `${formatReference('APP', id)}, ${title ? isolateDirection(title) : 'general application'}\n${links.get(id)}`
  })
  return { text: fillTemplate(body, { status_link: `\n${named.join('\n\n')}` }), link: null }
}

/**
 * Makes the link of a notice before the erasure. It opens nothing but the choice to stay on file, and works until the erasure: the other
 * links end 30 days after the decision. @returns its address
 */
export async function createChoiceLink(
  trx: Transaction<Tables>,
  id: number,
  { publicUrl, now }: LinkMaking,
): Promise<string> {
  const token = newSecret()
  await trx
    .insertInto('application_links')
    .values({
      ...{ token_hash: hashSecret(token), application_id: id, created_at: now.toISOString() },
      ...{ expires_at: null, revoked_at: null, opens: 'choice' },
    })
    .execute()
  return `${publicUrl}${PAGE.myApplication}#${CHOICE_PARAMETER}=${token}`
}

/** Makes a private link to an application. @returns its address */
async function createLink(trx: Transaction<Tables>, id: number, { publicUrl, now }: LinkMaking): Promise<string> {
  const token = newSecret()
  const { status, withdrawn_at } = await trx
    .selectFrom('applications')
    .select(['status', 'withdrawn_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('application_links')
    .values({
      token_hash: hashSecret(token),
      application_id: id,
      created_at: now.toISOString(),
      expires_at: isOpen(status) && withdrawn_at === null ? null : afterDecision(now),
      revoked_at: null,
    })
    .execute()
  return `${publicUrl}${PAGE.myApplication}#${token}`
}

/**
 * Makes the link of a question to a colleague without an account; the one before ends.
 * @returns its address, the only place that has the token
 */
export async function createColleagueLink(trx: Transaction<Tables>, id: number, publicUrl: string): Promise<string> {
  const token = newSecret()
  await trx
    .updateTable('colleague_questions')
    .set({ token_hash: hashSecret(token) })
    .where('id', '=', id)
    .execute()
  return `${publicUrl}${ADMIN_PAGE.colleague}#${token}`
}

/**
 * The application that a token opens; undefined for a wrong, expired or revoked one.
 * @param opened also by a link that opens nothing but the choice to stay on file
 */
export async function findLinkedApplication(
  db: Db,
  token: string,
  now: Date,
  opened: { forChoice: boolean } = { forChoice: false },
): Promise<number | undefined> {
  if (!isSecret(token)) return undefined
  const link = await db
    .selectFrom('application_links')
    .select('application_id')
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
    .$if(!opened.forChoice, (link) => link.where('opens', '=', 'application'))
    .executeTakeFirst()
  return link?.application_id
}

/**
 * Sets when the links of applications end, in the transaction that gives them a status.
 * @param before as they were @param status undefined where it stays
 */
export async function limitLinks(
  trx: Transaction<Tables>,
  before: readonly { id: number; status: ApplicationStatus }[],
  { status, now }: { status: ApplicationStatus | undefined; now: Date },
): Promise<void> {
  const moved = before.filter((row) => row.status !== status).map(({ id }) => id)
  if (status === undefined || moved.length === 0) return
  await changeLinks(trx, moved, { expires_at: isOpen(status) ? null : afterDecision(now) })
}

/** Lets the links of a withdrawn application end like those of a decided one. */
export function limitLinksOfWithdrawn(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  return changeLinks(trx, [applicationId], { expires_at: afterDecision(now) })
}

/** Ends all links of an application at once. */
export function revokeLinks(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  return changeLinks(trx, [applicationId], { revoked_at: now.toISOString() })
}

async function changeLinks(
  trx: Transaction<Tables>,
  applicationIds: number[],
  change: { expires_at: string | null } | { revoked_at: string },
): Promise<void> {
  await trx
    .updateTable('application_links')
    .set(change)
    .where('application_id', 'in', applicationIds)
    // The link of a notice ends with the application alone.
    .$if('expires_at' in change, (links) => links.where('opens', '=', 'application'))
    .execute()
}

function afterDecision(now: Date): string {
  return new Date(now.getTime() + VALID_AFTER_DECISION_MS).toISOString()
}
