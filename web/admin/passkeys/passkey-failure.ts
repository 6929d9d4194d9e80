import { ApiError, failureMessage } from '../../api/api-error.ts'

/** What browsers say, by the names of the standard, in words that a person can act on. */
const BROWSER_FAILURES: Record<string, string> = {
  // Browsers say this also when they have no passkey that fits, so as not to tell pages which there are.
  NotAllowedError: 'No passkey was used: it was cancelled, took too long, or this device has none for this site.',
  AbortError: 'No passkey was used: it was cancelled.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: 'This device cannot make a passkey that works here. Please try another one.',
  ConstraintError: 'This device cannot ask who holds it, for example for a PIN. Please try another one.',
  SecurityError: 'Passkeys work at the usual address of this site only. Please open that.',
}

/** What to tell a person after a passkey was not made or not used. */
export function passkeyFailure(error: Error): string {
  const isNamed = !(error instanceof ApiError) && Object.hasOwn(BROWSER_FAILURES, error.name)
  return (isNamed && BROWSER_FAILURES[error.name]) || failureMessage(error)
}
