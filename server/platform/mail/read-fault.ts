import { explainFault } from './explain-fault.ts'
import { type FaultScope, MailFault, type MailOutcome } from './mail-fault.ts'
import type { MailSettings } from './mail-settings.ts'
import { isTooLarge, type SmtpError } from './smtp-error.ts'

/** How far a message had come: before its recipient was named, before its content, and from then on. */
export type SmtpStage = 'opening' | 'envelope' | 'content'

/**
 * What an error means for a message.
 *
 * Only an enhanced status code about the mailbox (RFC 3463: 5.1.x, 5.2.1) in response to RCPT TO speaks of the address. Anything
 * else that is refused for good is about this server, its sender or its mail, and can be mended.
 */
export function readFault(
  error: SmtpError,
  { settings, stage }: { settings: MailSettings; stage: SmtpStage },
): MailFault {
  const { responseCode: code, response, message } = error
  const said = response || message
  const explanation = explainFault(error, settings)
  const words = explanation === null ? said : `${explanation.replace(/\.$/, '')} (${said}).`
  return new MailFault(outcomeOf(error, stage), words, { cause: error, code, scope: scopeOf(error, stage) })
}

function outcomeOf(error: SmtpError, stage: SmtpStage): MailOutcome {
  if (isAboutAddress(error)) return 'refused'
  if (error.responseCode && error.responseCode >= 400) return 'later'
  return stage === 'content' ? 'uncertain' : 'later'
}

/** Codes of 5.1.x that are about the sender, or about the way (RFC 3463, RFC 5248): they too come in response to RCPT TO. */
const ABOUT_SENDER = /^5\d\d[ -]5\.1\.[789]\b/
const ABOUT_ADDRESS = /^5\d\d[ -]5\.(1\.\d{1,3}|2\.1)\b/

function isAboutAddress({ command, response }: SmtpError): boolean {
  return command === 'RCPT TO' && !!response && ABOUT_ADDRESS.test(response) && !ABOUT_SENDER.test(response)
}

/** The response of a server that closes the connection. */
const CLOSING = 421

function scopeOf(error: SmtpError, stage: SmtpStage): FaultScope {
  if (isAboutAddress(error)) return 'message'
  if (isTooLarge(error)) return 'ours'
  if (stage === 'opening' || error.command === 'MAIL FROM' || error.responseCode === CLOSING) return 'all'
  if (error.responseCode) return error.responseCode >= 500 ? 'ours' : 'message'
  return stage === 'envelope' && error.command !== 'API' ? 'all' : 'message'
}
