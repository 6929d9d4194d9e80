/**
 * How a failed message goes on: `refused` by the server for good; `later`, because nothing was handed over and another
 * attempt may succeed; `uncertain`, because the connection ended while the server took the message.
 */
export type MailOutcome = 'refused' | 'later' | 'uncertain'

/** Why a message was not sent, in words for an admin, with what the server said. */
export class MailFault extends Error {
  readonly outcome: MailOutcome
  /** Whether the server refused the recipient's address for good, not the sender or the content. */
  readonly isAddressRefused: boolean

  constructor(
    outcome: MailOutcome,
    message: string,
    { isAddressRefused = false, ...options }: ErrorOptions & { isAddressRefused?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'MailFault'
    this.outcome = outcome
    this.isAddressRefused = isAddressRefused
  }
}
