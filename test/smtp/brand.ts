import type { MailBrand } from '../../server/platform/mail/card/mail-card.ts'

/** Whose mails the tests of sending send. */
export const BRAND: MailBrand = {
  company: 'Permian Controls',
  publicUrl: 'https://jobs.example.com',
  logo: async () => null,
}
