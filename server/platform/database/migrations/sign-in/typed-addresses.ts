import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Notes of addresses whose account changed them last, by the audit trail, that their people typed them. `0026-ended-identities` took all that
 * there were for given by others.
 */
export async function noteTypedAddresses(db: Kysely<Tables>): Promise<void> {
  await sql`update accounts set is_email_given = 0
    where email is not null and is_email_given = 1 and id = (
      select account_id from audit_trail
      where subject = 'account' and subject_id = accounts.id and action = 'email_changed'
      order by id desc limit 1
    )`.execute(db)
}
