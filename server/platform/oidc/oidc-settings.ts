import * as z from 'zod'
import { configPart, type GivenVariables } from '../config-part.ts'

/** The provider of company accounts, by OpenID Connect, and as whom it knows this program. */
export type OidcSettings = {
  /** As the provider names itself, to the letter: with or without a slash at its end. */
  issuer: string
  clientId: string
  clientSecret: string
  /** What people call their account there. */
  name: string
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const NEEDED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/** The part of the configuration about signing in with company accounts. */
export const oidcConfig = configPart(
  {
    OIDC_ISSUER: z.string().superRefine(refuseIssuer).optional(),
    OIDC_CLIENT_ID: z.string().max(1_000, 'OIDC_CLIENT_ID has at most 1000 characters').optional(),
    OIDC_CLIENT_SECRET: z.string().max(1_000, 'OIDC_CLIENT_SECRET has at most 1000 characters').optional(),
    OIDC_NAME: z
      .string()
      .trim()
      .min(1, 'OIDC_NAME must have a name')
      .max(60, 'OIDC_NAME has at most 60 characters')
      .default('your company account'),
  },
  {
    settings: (given): OidcSettings | null => {
      const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
      return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: given.OIDC_NAME } : null
    },
    faults: oidcFaults,
  },
)

function oidcFaults(given: GivenVariables): string[] {
  const missing = NEEDED.filter((name) => !given[name])
  if (missing.length === 0) return []
  if (missing.length < NEEDED.length) return [`Signing in with company accounts needs ${missing.join(' and ')} too`]
  return given.OIDC_NAME ? ['OIDC_NAME needs OIDC_ISSUER: without a provider, nobody signs in with it'] : []
}

function refuseIssuer(text: string, context: z.RefinementCtx): void {
  const url = URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (url && isSafe && !url.username && !url.password && !url.search && !url.hash) return
  const message = 'OIDC_ISSUER must be the https address by which the provider names itself, without query'
  context.addIssue({ code: 'custom', message })
}
