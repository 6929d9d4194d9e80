import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'

/**
 * Refuses a form unread when its customer prefix has used up the budget. The page of that refusal must cost next to nothing.
 * @param sendUnread sends the page, which cannot show what was typed
 */
export function refuseOverspent(
  scope: WellheadApp,
  budget: CustomerPrefixBudget,
  sendUnread: (request: FastifyRequest, reply: FastifyReply, refusal: RequestError) => Promise<FastifyReply>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    try {
      budget.require(request.ip)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      return sendUnread(request, reply, error)
    }
  })
}
