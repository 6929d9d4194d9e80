import { ADMIN_PAGE, INVITATION_TOKEN_PARAMETER } from '../../../contract/wire/admin-paths.ts'
import { PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'
import type { Db, InvitationRow } from '../../platform/database/tables.ts'
import { hashSecret, isSecret, newSecret } from '../accounts/session-queries.ts'

const HOUR_MS = 60 * 60_000

/**
 * Makes the link of an invitation.
 * @returns its address, the only place that has the token, and the columns of the invitation that let it work
 */
export function makeInvitationLink({ publicUrl, now }: { publicUrl: string; now: Date }) {
  const token = newSecret()
  return {
    url: `${publicUrl}${ADMIN_PAGE.join}#${INVITATION_TOKEN_PARAMETER}=${token}`,
    columns: {
      token_hash: hashSecret(token),
      expires_at: new Date(now.getTime() + PEOPLE_LIMITS.linkHours * HOUR_MS).toISOString(),
    },
  }
}

/** The invitation that a token opens; undefined for one that is wrong, used, ended or expired, which all cost the same. */
export async function findInvitation(db: Db, token: string, now: Date): Promise<InvitationRow | undefined> {
  if (!isSecret(token)) return undefined
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
}
