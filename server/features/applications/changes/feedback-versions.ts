import type { Transaction } from 'kysely'
import type { FeedbackVersions } from '../../../../contract/applications/application-changes.ts'
import { FEEDBACK_VERSIONS_LENGTH } from '../../../../contract/wire/limits.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { type Actor, shownName } from '../../audit/audit-queries.ts'

/** Texts that one author saves within this time can be one version, so that saving while typing does not make many. */
const VERSION_MS = 10 * 60_000

/**
 * Stores a text of the feedback: as a new version, or in place of the newest when its author began it just now and the text
 * has all of it. Whatever a text replaces stays as an earlier version.
 */
export async function saveFeedbackVersion(
  trx: Transaction<Tables>,
  { by, now }: { by: Actor; now: Date },
  { id, text }: { id: number; text: string | null },
): Promise<void> {
  const newest = await trx
    .selectFrom('feedback_versions')
    .select(['id', 'account_id', 'began_at', 'text'])
    .where('application_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const at = now.toISOString()
  const isRecent = newest?.account_id === by.id && now.getTime() - Date.parse(newest.began_at) <= VERSION_MS
  if (isRecent && isExtension(newest.text ?? '', text ?? '')) {
    await trx.updateTable('feedback_versions').set({ saved_at: at, text }).where('id', '=', newest.id).execute()
    return
  }
  await trx
    .insertInto('feedback_versions')
    .values({ application_id: id, began_at: at, saved_at: at, account_id: by.id, username: shownName(by), text })
    .execute()
}

/** Whether a text is an earlier one with something inserted in one place. */
function isExtension(earlier: string, text: string): boolean {
  let same = 0
  while (same < earlier.length && text[same] === earlier[same]) same++
  return text.length >= earlier.length && text.endsWith(earlier.slice(same))
}

/** The texts of the feedback, newest first, up to {@link FEEDBACK_VERSIONS_LENGTH}. */
export async function listFeedbackVersions(db: Db, applicationId: number): Promise<FeedbackVersions> {
  const versions = await db
    .selectFrom('feedback_versions')
    .select(['saved_at as at', 'username as by', 'text'])
    .where('application_id', '=', applicationId)
    .orderBy('id', 'desc')
    .limit(FEEDBACK_VERSIONS_LENGTH)
    .execute()
  return { versions }
}
