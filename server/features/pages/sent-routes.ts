import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SentPageData } from '../../../contract/applications/apply-page.ts'
import { formatReceiptFile, type Receipt, receiptFileName } from '../../../contract/applications/receipt.ts'
import { PAGE, RECEIPT_FILE, SENT_PARAMETER } from '../../../contract/wire/paths.ts'
import { notFound } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { HIDDEN, limitPersonalPages, sendPersonalPage } from './personal-pages.ts'
import { readSentLink } from './sent-link.ts'

/** The confirmation of an application that was sent without JavaScript, and the file of its receipt. Both only read. */
export function sentRoutes(
  app: WellheadApp,
  { db, clock, render, published, receipts, messages, hash }: Services,
): void {
  const linkOf = ({ query }: FastifyRequest) => (query as Record<string, unknown>)[SENT_PARAMETER]

  const readSent = async (request: FastifyRequest): Promise<{ receipt: Receipt; answerBy: string } | undefined> => {
    const id = await readSentLink({ db, hash, clock }, linkOf(request))
    const application = id === undefined ? undefined : await findApplication(db, id)
    return application && { receipt: await receipts.issue(db, application), answerBy: application.answer_by }
  }

  app.register(async (scope) => {
    const limits = { path: PAGE.applicationSent, reason: 'Too many confirmations were opened from your network.' }
    const spend = limitPersonalPages(scope, { render, published }, limits)

    scope.get(PAGE.applicationSent, HIDDEN, async (request, reply) => {
      const sent = await readSent(request)
      const data = sent
        ? ({ ...sent, link: String(linkOf(request)), sendsMail: messages.sendsMail } satisfies SentPageData)
        : null
      const onRendered = (ms: number) => spend(request, ms)
      return sendPersonalPage({ render, published }, { request, reply }, PAGE.applicationSent, data, { onRendered })
    })

    const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.headers(PRIVATE_HEADERS)
    }

    scope.get(RECEIPT_FILE, { ...HIDDEN, onRequest }, async (request, reply) => {
      const receipt = (await readSent(request))?.receipt
      if (!receipt) throw notFound('This link is not valid any more.')
      return reply
        .header('content-disposition', `attachment; filename="${receiptFileName(receipt)}"`)
        .type('application/json; charset=utf-8')
        .send(formatReceiptFile(receipt))
    })
  })
}
