import * as z from 'zod'
import { MAXIMUM, SIGN_IN_TEXT } from '../../../contract/wire/limits.ts'
import type { OidcClient, OidcIdentity } from '../../platform/oidc/oidc-client.ts'
import { OidcFault } from '../../platform/oidc/oidc-fault.ts'
import { issueTicket, openTicket, spendTicket, type TicketKind } from '../accounts/one-time-tickets.ts'
import { hashSecret } from '../accounts/session-queries.ts'
import type { Services } from '../feature.ts'

/** What a person goes to the provider for: to sign in, to join with an invitation, or to link the own account. */
const purposeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign-in'), next: z.string().max(SIGN_IN_TEXT.next).optional() }),
  z.object({ kind: z.literal('join'), invitation: z.string() }),
  z.object({ kind: z.literal('link'), accountId: z.number() }),
])

/** What a person goes to the provider for. */
export type Purpose = z.output<typeof purposeSchema>

const flowSchema = z.object({
  purpose: purposeSchema,
  flow: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
})

/** The way to the provider and back. */
const FLOW: TicketKind<z.output<typeof flowSchema>> = {
  use: 'single-sign-on',
  content: flowSchema,
  lifeMs: 10 * 60_000,
}

const identifiedSchema = z.object({
  purpose: purposeSchema,
  identity: z.object({
    ...{ issuer: z.string(), subject: z.string(), email: z.string().nullable(), isEmailVerified: z.boolean() },
    ...{ hostedDomain: z.string().nullable(), name: z.string().nullable() },
  }),
  /** Hash of the secret in the cookie of the browser. */
  browser: z.string(),
})

/** Who has signed in at the provider, and what for. */
export const IDENTIFIED: TicketKind<z.output<typeof identifiedSchema>> = {
  use: 'single-sign-on-identity',
  content: identifiedSchema,
  lifeMs: 60_000,
}

/**
 * Sends a person to the provider. Nothing is stored: the browser keeps what is to be known on the way back.
 * @returns where to, and what the browser keeps
 * @throws {OidcFault} `away`
 */
export async function beginFlow(
  services: Pick<Services, 'sealer' | 'clock'>,
  client: OidcClient,
  purpose: Purpose,
): Promise<{ url: string; kept: string; lifeMs: number }> {
  const { url, flow } = await client.begin()
  return { url: url.href, kept: await issueTicket(services, FLOW, { purpose, flow }), lifeMs: FLOW.lifeMs }
}

/** What a person goes to the provider for, from what the browser has kept; undefined once that is over. */
export function openFlow(services: Pick<Services, 'sealer' | 'clock'>, kept: string) {
  return openTicket(services, FLOW, kept)
}

/**
 * Takes a person back from the provider. The same response is taken once.
 * @param options.mark gives the browser a secret
 * @returns the ticket of who it is
 * @throws {OidcFault}
 */
export async function completeFlow(
  services: Pick<Services, 'db' | 'sealer' | 'clock'>,
  client: OidcClient,
  {
    opened,
    response,
    mark,
  }: { opened: NonNullable<Awaited<ReturnType<typeof openFlow>>>; response: URL; mark: (lifeMs: number) => string },
): Promise<string> {
  const { purpose, flow } = opened.content
  const identity = await client.finish(response, flow)
  const { db, clock } = services
  const isFirst = await db.transaction().execute((trx) => spendTicket(trx, opened, clock()))
  if (!isFirst) throw new OidcFault('refused', 'response_replayed')
  const browser = hashSecret(mark(IDENTIFIED.lifeMs))
  return issueTicket(services, IDENTIFIED, { purpose, identity: named(identity), browser })
}

/** The ticket has to fit into an address. */
function named(identity: OidcIdentity): OidcIdentity {
  const name = identity.name?.replaceAll(/\s+/g, ' ').trim().slice(0, MAXIMUM.displayName)
  return { ...identity, name: name || null }
}
