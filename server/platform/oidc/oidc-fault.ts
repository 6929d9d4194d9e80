/**
 * Why a sign-in at the provider did not succeed: it does not answer as it should; what it said of the person is not to be
 * believed; the person, or a rule of the provider, ended it.
 */
type OidcFaultKind = 'away' | 'refused' | 'cancelled'

/** A sign-in at the provider that did not succeed. */
export class OidcFault extends Error {
  readonly kind: OidcFaultKind
  /** Says of which kind the fault is, for the log: a word of the library or of the standard, never a text of the provider. */
  readonly reason: string
  constructor(kind: OidcFaultKind, reason: string) {
    super(`signing in at the provider: ${kind}, ${reason}`)
    this.kind = kind
    this.reason = reason
  }
}

/** Codes of an authorization response by which nobody is to blame (RFC 6749 section 4.1.2.1, OpenID Connect Core 3.1.2.6). */
const ENDED_BY_PERSON = ['access_denied', 'login_required', 'consent_required', 'interaction_required']
const AWAY = ['server_error', 'temporarily_unavailable']

/** Codes of the library by which the provider does not answer as it should. */
const NO_ANSWER = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

/** What an error of the library, of the network or of the provider means. */
export function explainOidcError(error: unknown): OidcFault {
  if (error instanceof OidcFault) return error
  const { code, error: answered, status } = error as { code?: unknown; error?: unknown; status?: unknown }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') return explainAnswer(String(answered))
  if (code === 'OAUTH_RESPONSE_BODY_ERROR')
    return new OidcFault(Number(status) >= 500 ? 'away' : 'refused', 'token_response')
  // Without a code it comes from the network, or from the limit of its size.
  if (typeof code !== 'string' || !/^OAUTH_\w{1,60}$/.test(code)) return new OidcFault('away', 'no_answer')
  return new OidcFault(NO_ANSWER.includes(code) ? 'away' : 'refused', code.toLowerCase())
}

/** What the provider says in place of a code; no other word of it is repeated. */
function explainAnswer(answered: string): OidcFault {
  if (ENDED_BY_PERSON.includes(answered)) return new OidcFault('cancelled', answered)
  if (AWAY.includes(answered)) return new OidcFault('away', answered)
  return new OidcFault('refused', 'authorization_response')
}
