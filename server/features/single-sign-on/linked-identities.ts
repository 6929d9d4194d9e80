import type { Transaction } from 'kysely'
import type { LinkedIdentities } from '../../../contract/accounts/single-sign-on.ts'
import { SINGLE_SIGN_ON } from '../../../contract/wire/limits.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import type { OidcIdentity } from '../../platform/oidc/oidc-client.ts'
import { rememberEnded } from '../accounts/ended-identities.ts'
import { type OpenTicket, spendTicket } from '../accounts/one-time-tickets.ts'
import { requireAnotherWayIn } from '../accounts/only-way-in.ts'
import { recordAndMail } from '../accounts/security-mails/security-mails.ts'
import type { Services } from '../feature.ts'
import { changeOwnFactors, type FactorServices, type Owner } from '../second-factors/change-factors.ts'

/** Who someone is at a provider. */
type Who = Pick<OidcIdentity, 'issuer' | 'subject'>

/** The link of someone at the provider with an account: by issuer and subject, and by nothing else. */
export function findIdentity(db: Db, { issuer, subject }: Who) {
  const linked = db.selectFrom('linked_identities').select(['id', 'account_id']).where('issuer', '=', issuer)
  return linked.where('subject', '=', subject).executeTakeFirst()
}

/** Stores the use of a link. @returns false where it was removed meanwhile */
export async function touchIdentity(
  trx: Transaction<Tables>,
  { id, account_id }: { id: number; account_id: number },
  { email, now }: { email: string | null; now: Date },
): Promise<boolean> {
  const used = trx
    .updateTable('linked_identities')
    .set({ last_used_at: now.toISOString(), ...(email !== null && { email }) })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
  return (await used.executeTakeFirst()).numUpdatedRows > 0n
}

/** Links someone at the provider with an account. @returns its number; @throws {RequestError} `identity_linked` */
export async function insertIdentity(
  trx: Transaction<Tables>,
  accountId: number,
  { issuer, subject, email }: OidcIdentity,
  now: Date,
): Promise<number> {
  const at = now.toISOString()
  const linked = await trx
    .insertInto('linked_identities')
    .values({ account_id: accountId, issuer, subject, email, created_at: at, last_used_at: null })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (linked) return linked.id
  const message = 'This company account is linked already. Sign in with it to see to which account here.'
  throw new RequestError('identity_linked', message)
}

/** The company accounts of an account. */
export async function listIdentities(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: number,
): Promise<LinkedIdentities> {
  const own = db.selectFrom('linked_identities').selectAll().where('account_id', '=', accountId).orderBy('id')
  const identities = (await own.execute()).map(({ id, issuer, email, created_at, last_used_at }) => ({
    ...{ id, email, createdAt: created_at, lastUsedAt: last_used_at, worksHere: issuer === config.oidc?.issuer },
  }))
  return { identities, provider: config.oidc && { name: config.oidc.name } }
}

/**
 * Links a company account with the own account, and ends its other sessions.
 * @returns the number of the link
 * @throws {RequestError} `identity_linked`; `sign_in_ended` for a ticket that was used; `too_many_identities`; `unauthorized` for a session that ended
 * meanwhile
 */
export function linkIdentity(
  services: FactorServices,
  owner: Owner,
  { ticket, identity }: { ticket: OpenTicket<unknown>; identity: OidcIdentity },
): Promise<number> {
  const { by, now } = owner
  return changeOwnFactors(services, owner, async (trx) => {
    if (!(await spendTicket(trx, ticket, now))) throw tookTooLong()
    const own = await trx.selectFrom('linked_identities').select('id').where('account_id', '=', by.id).execute()
    if (own.length >= SINGLE_SIGN_ON.identities) throw tooManyIdentities()
    const id = await insertIdentity(trx, by.id, identity, now)
    await recordAndMail(trx, services, owner, 'identity_linked')
    return id
  })
}

/**
 * Removes the link of a company account with the own account, and ends its other sessions.
 * @throws {RequestError} `not_found`, also for another account's; `last_way_in` where the person could not sign in any more
 */
export async function unlinkIdentity(
  services: FactorServices & Pick<Services, 'hash' | 'onlyCompanyAccounts'>,
  owner: Owner,
  id: number,
): Promise<void> {
  const { by, now } = owner
  const { config, hash } = services
  const isOnly = await services.onlyCompanyAccounts()
  await changeOwnFactors(services, owner, async (trx) => {
    const unlinked = await trx
      .deleteFrom('linked_identities')
      .where('id', '=', id)
      .where('account_id', '=', by.id)
      .returning(['issuer', 'subject'])
      .executeTakeFirst()
    if (!unlinked) throw notFound('This company account was unlinked already.')
    if (unlinked.issuer === config.oidc?.issuer) await requireAnotherWayIn(trx, by.id, { config, isOnly })
    await rememberEnded(trx, hash, { accountId: by.id, identities: [unlinked], now })
    await recordAndMail(trx, services, owner, 'identity_unlinked')
  })
}

/** The refusal of a ticket that is over, was used, or is of another browser. */
export function tookTooLong(): RequestError {
  return new RequestError('sign_in_ended', 'The sign-in took too long, or was finished already. Please try again.')
}

function tooManyIdentities(): RequestError {
  const message = `You have linked ${SINGLE_SIGN_ON.identities} company accounts. Unlink one first.`
  return new RequestError('too_many_identities', message)
}
