import type { Transaction } from 'kysely'
import { fillTemplate } from '../../../contract/message-template.ts'
import { PAGE } from '../../../contract/paths.ts'
import { type ApplicationStatus, OPEN_STATUSES } from '../../../contract/vocabulary.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'

/** How long a link stays valid after the decision (`design.md` section 7). In milliseconds. */
const VALID_AFTER_DECISION_MS = 30 * 24 * 60 * 60_000

/** A token as the page sends it: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/

/**
 * Puts a new private link into the body of a message, and stores the hash of its token; a body without `{status_link}`
 * stays. Lock the application before. @param publicUrl where applicants reach the site
 */
export async function fillPrivateLink(
  trx: Transaction<Tables>,
  { application_id, body }: { application_id: number; body: string },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<string> {
  const token = newSecret()
  const filled = fillTemplate(body, { status_link: `${publicUrl}${PAGE.myApplication}#${token}` })
  if (filled === body) return body
  const { status, withdrawn_at } = await trx
    .selectFrom('applications')
    .select(['status', 'withdrawn_at'])
    .where('id', '=', application_id)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('application_links')
    .values({
      token_hash: hashSecret(token),
      application_id,
      created_at: now.toISOString(),
      expires_at: isOpen(status) && withdrawn_at === null ? null : afterDecision(now),
      revoked_at: null,
    })
    .execute()
  return filled
}

/** The application that a token opens; undefined for a wrong, expired or revoked one. */
export async function findLinkedApplication(db: Db, token: string, now: Date): Promise<number | undefined> {
  if (!TOKEN.test(token)) return undefined
  const link = await db
    .selectFrom('application_links')
    .select('application_id')
    .where('token_hash', '=', hashSecret(token))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now.toISOString())]))
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
  await trx.updateTable('application_links').set(change).where('application_id', 'in', applicationIds).execute()
}

function isOpen(status: ApplicationStatus): boolean {
  return (OPEN_STATUSES as readonly string[]).includes(status)
}

function afterDecision(now: Date): string {
  return new Date(now.getTime() + VALID_AFTER_DECISION_MS).toISOString()
}
