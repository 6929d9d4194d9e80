/**
 * How a failed message goes on: `refused`, because the mail server says for good that its address takes no mail; `later`,
 * because nothing was handed over and another attempt may succeed; `uncertain`, because the connection ended while the
 * server took the message.
 */
export type MailOutcome = 'refused' | 'later' | 'uncertain'

/**
 * What a fault says something about: the one message and its recipient, for now; our mail, which was refused for good for
 * another reason than the address; or all mail, because the server did not even take the sender.
 */
export type FaultScope = 'message' | 'ours' | 'all'

/** Why a message was not sent, in words for an admin, with what the server said. */
export class MailFault extends Error {
  readonly outcome: MailOutcome
  readonly scope: FaultScope
  /** Of the response of the server, if it gave one. */
  readonly code: number | undefined

  constructor(
    outcome: MailOutcome,
    message: string,
    { scope = 'message', code, ...options }: ErrorOptions & { scope?: FaultScope; code?: number | undefined } = {},
  ) {
    super(message, options)
    this.name = 'MailFault'
    this.outcome = outcome
    this.scope = scope
    this.code = code
  }
}
