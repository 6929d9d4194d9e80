import type { MailKind } from '../../../platform/mail/mail-kind.ts'

/** What a mail says to whom: all of it was written with the change, so that it goes to the address of before. */
type Written = { to: { name: string; address: string }; subject: string; text: string }

/** Sends what was written when the mail was queued, to the address of then. */
export const writtenMailKind: MailKind<Written> = {
  withoutContent: 'nothing',
  read: async (_db, { to_name, to_address, subject, body }) =>
    to_address === null || subject === null || body === null
      ? undefined
      : { to: { name: to_name ?? '', address: to_address }, subject, text: body },
  compose: async (_trx, _mail, written) => ({ ...written, references: [], isAutomatic: true }),
}
