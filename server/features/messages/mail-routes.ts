import type { Kysely } from 'kysely'
import { mailStatusSchema, testMailResultSchema, testMailSchema } from '../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { reachOf } from '../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { createBudget } from '../../platform/budget.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { tooManyRequests } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { MailFault } from '../../platform/mail/mail-fault.ts'
import { countHeldUp, endOutage, readOutage } from '../../platform/mail/mail-outage.ts'
import { newMessageId } from '../../platform/mail/mail-queue.ts'
import type { Account } from '../accounts/account-queries.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'

/** Test messages of a person, whoever gets them: ten at once, of which the last takes more than is left, and then ten an hour. */
const TESTS = { mostMs: 9.5, perSecondMs: 10 / 3600 }

/** Whether mail leaves, and a message that tries it. */
export function mailRoutes(app: WellheadApp, { db, mail, config, sessions, clock }: Services): void {
  const company = config.company.name
  const tags = ['messages']
  const tests = createBudget(TESTS)

  app.get(
    ADMIN_API.mail,
    sessions.guarded({
      may: MESSAGES.readTexts,
      operationId: 'getMailStatus',
      summary: 'Read whether and from where mail leaves',
      tags,
      response: { 200: mailStatusSchema, ...errorResponses },
    }),
    async (request) => ({
      isConfigured: mail !== null,
      server: mail && `${mail.settings.host}:${mail.settings.port}`,
      from: mail?.settings.from.address ?? null,
      outage: mail && (await presentOutage(db, signedIn(request), clock())),
    }),
  )

  app.post(
    ADMIN_API.testMail,
    sessions.guarded({
      may: MESSAGES.changeTexts,
      operationId: 'sendTestMail',
      summary: 'Send a test message',
      tags,
      body: testMailSchema,
      response: { 200: testMailResultSchema, ...errorResponses },
    }),
    async (request) => {
      if (!mail) return { isSent: false, response: 'No mail server is configured: set SMTP_URL and MAIL_FROM.' }
      const person = String(signedIn(request).id)
      const waitMs = tests.waitMs(person)
      if (waitMs > 0) throw tooManyRequests('You have sent ten test messages in a short time.', waitMs)
      tests.spend(person, 1)
      const { from, replyTo } = mail.settings
      const test = {
        from,
        replyTo,
        to: { name: null, address: request.body.to },
        subject: `Test message of ${company}`,
        text: `Hello,\n\nThis message shows that the careers site of ${company} can send mail. Applicants get theirs in the same form.\n\nKind regards\n${company}\n`,
        messageId: newMessageId(config.publicUrl),
        references: [],
        date: clock(),
        isAutomatic: true,
      }
      try {
        const response = await mail.test(test)
        await endOutage(db)
        return { isSent: true, response }
      } catch (error) {
        if (!(error instanceof MailFault)) throw error
        return { isSent: false, response: error.message }
      }
    },
  )
}

/** What a person reads of an outage who cannot end it: the server's own words may name another applicant. */
const REASON_FOR_OTHERS = 'The mail server takes no mail at present.'

/** A hiring manager reads how much of the own postings is held up. */
async function presentOutage(db: Kysely<Tables>, account: Account, now: Date) {
  const outage = await readOutage(db, now)
  if (!outage) return null
  const { since, reason, pausedUntil } = outage
  const waiting = await countHeldUp(seenBy(db, account), outage, now)
  // A mail that was refused may have been cancelled since.
  if (waiting === 0) return null
  const shown = reachOf(account.role, MESSAGES.changeTexts) === null ? REASON_FOR_OTHERS : reason
  return { since, reason: shown, waiting, nextAttempt: pausedUntil }
}
