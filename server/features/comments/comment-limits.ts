import type { Transaction } from 'kysely'
import { COMMENT } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { countCharacters } from '../applications/stored/written-characters.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * For one comment more. The application must be locked.
 * @param text of that comment
 * @throws {RequestError} `invalid_request` where an application has as many comments, or as many characters of them, as it can
 */
export async function requireRoom(trx: Transaction<Tables>, applicationId: number, text: string): Promise<void> {
  const all = trx.selectFrom('comments').where('application_id', '=', applicationId)
  if ((await countRows(all)) >= COMMENT.mostOfApplication)
    throw refused(`This application has ${COMMENT.mostOfApplication} comments already, and no room for more.`)
  await requireCharacters(trx, applicationId, text)
}

/**
 * For a changed text of a comment, whose earlier text stays. The application must be locked.
 * @throws {RequestError} `invalid_request` where the comment has as many earlier texts, or the application as many characters, as it can
 */
export async function requireVersionRoom(
  trx: Transaction<Tables>,
  { id, applicationId }: { id: number; applicationId: number },
  text: string,
): Promise<void> {
  const earlier = trx.selectFrom('comment_versions').where('comment_id', '=', id)
  if ((await countRows(earlier)) >= COMMENT.mostVersions)
    throw refused(`This comment was changed ${COMMENT.mostVersions} times already. Write a new comment instead.`)
  await requireCharacters(trx, applicationId, text)
}

async function requireCharacters(trx: Transaction<Tables>, applicationId: number, text: string): Promise<void> {
  const stored = await countCharacters(trx, 'comments', applicationId)
  if (stored + text.length <= COMMENT.mostCharacters) return
  const most = COMMENT.mostCharacters.toLocaleString('en')
  throw refused(
    `The comments on this application, with their earlier texts, have room for ${most} characters. Delete a long one first.`,
  )
}

/**
 * For notices, and so mails, to those whom a person mentions. The account must be locked. What was taken back counts too: its mail may
 * have left.
 * @param added notices that are about to be made
 * @throws {RequestError} `too_many_requests` where the person's mentions have made as many within a day as they may
 */
export async function requireMentionRoom(db: Db, accountId: number, added: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const { count, first } = await db
    .selectFrom('notices')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('created_at').as('first')])
    .where('by_account_id', '=', accountId)
    .where('created_at', '>', since)
    .where('kind', '=', 'mentioned')
    .executeTakeFirstOrThrow()
  if (Number(count) + added <= COMMENT.mostMentionsInADay) return
  const waitMs = Date.parse(first ?? now.toISOString()) + DAY_MS - now.getTime()
  throw tooManyRequests(
    `You have mentioned colleagues ${COMMENT.mostMentionsInADay} times within a day. Send the comment without mentions now, or with them later.`,
    waitMs,
  )
}

function refused(message: string): RequestError {
  return new RequestError('invalid_request', message)
}
