import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { loginResponseSchema } from '../../../contract/accounts/account.ts'
import {
  identityTicketSchema,
  providerAddressSchema,
  SIGN_IN_FRAGMENT,
  type SignInProblem,
  singleSignOnSchema,
  startSingleSignOnSchema,
} from '../../../contract/accounts/single-sign-on.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API, INVITATION_TOKEN_HEADER } from '../../../contract/wire/admin-paths.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { OidcFault } from '../../platform/oidc/oidc-fault.ts'
import { beginSession } from '../accounts/account-routes.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { requireInvitation } from '../people/join.ts'
import { finishSignIn } from './finish-single-sign-on.ts'
import { createFlowCookies } from './flow-cookies.ts'
import { beginFlow, completeFlow, openFlow, type Purpose } from './sign-in-flow.ts'

/** Thirty at once from one office, then one each second. Each step at the provider counts as a second of its own. */
const ASKING = { mostMs: 60_000, perSecondMs: 1_000, reason: 'Too many sign-ins from your network.' }
const STEP_MS = 1_000

const TOKEN_HEADER = INVITATION_TOKEN_HEADER.toLowerCase()

/** Signing in with a company account: to the provider, back, and into the admin area. */
export function singleSignOnRoutes(app: WellheadApp, services: Services): void {
  const { config, db, clock, log, oidc, onlyCompanyAccounts, sessions } = services
  const cookies = createFlowCookies(config.publicUrl)
  const budget = createCustomerPrefixBudget(ASKING)
  const tags = ['accounts']
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }
  const client = () => {
    if (!oidc) throw new RequestError('not_found', 'There are no company accounts here.')
    return oidc
  }
  const count = ({ ip }: FastifyRequest) => {
    budget.require(ip)
    budget.spend(ip, STEP_MS)
  }
  const begin = async (reply: FastifyReply, purpose: Purpose): Promise<string> => {
    const { url, kept, lifeMs } = await beginFlow(services, client(), purpose)
    cookies.setFlow(reply, kept, lifeMs)
    return url
  }
  /** For a page that stays open: it shows what went wrong. */
  const beginFromPage = (reply: FastifyReply, purpose: Purpose) =>
    begin(reply, purpose).catch((error) => {
      if (!(error instanceof OidcFault)) throw error
      log.warn({ reason: error.reason }, 'single sign-on cannot begin')
      throw new RequestError('unavailable', 'The company accounts cannot be reached right now. Please try again later.')
    })
  const problemOf = (error: unknown): SignInProblem => {
    if (error instanceof RequestError && error.code === 'too_many_requests') return 'too_many'
    if (!(error instanceof OidcFault)) throw error
    log.warn({ reason: error.reason }, 'single sign-on did not succeed')
    return error.kind
  }
  const redirect = (reply: FastifyReply, fragment: Record<string, string>, next?: string) =>
    reply.redirect(
      `${PAGE.adminLogin}${next ? `?${new URLSearchParams({ next })}` : ''}#${new URLSearchParams(fragment)}`,
    )

  app.get(
    ADMIN_API.singleSignOn,
    {
      schema: {
        operationId: 'getSingleSignOn',
        summary: 'Read whether people sign in with company accounts',
        tags,
        response: { 200: singleSignOnSchema, ...errorResponses },
      },
    },
    async () => ({ provider: config.oidc && { name: config.oidc.name }, only: await onlyCompanyAccounts() }),
  )

  app.get(
    SIGN_IN_API.startSingleSignOn,
    {
      onRequest,
      schema: {
        operationId: 'startSingleSignOn',
        summary: 'Go to the provider of company accounts to sign in',
        tags,
        querystring: startSingleSignOnSchema,
        response: { 302: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { next } = request.query
      client()
      try {
        count(request)
        return reply.redirect(await begin(reply, { kind: 'sign-in', next }))
      } catch (error) {
        return redirect(reply, { [SIGN_IN_FRAGMENT.problem]: problemOf(error) }, next)
      }
    },
  )

  app.post(
    SIGN_IN_API.joinWithSingleSignOn,
    {
      onRequest,
      schema: {
        operationId: 'joinWithSingleSignOn',
        summary: 'Begin to join with a company account in place of a password',
        tags,
        headers: z.object({ [TOKEN_HEADER]: z.string().optional() }),
        response: { 200: providerAddressSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      client()
      count(request)
      const sent = request.headers[TOKEN_HEADER]
      const invitation = typeof sent === 'string' ? sent : ''
      await requireInvitation(db, invitation, clock())
      return { url: await beginFromPage(reply, { kind: 'join', invitation }) }
    },
  )

  app.get(
    SIGN_IN_API.singleSignOnCallback,
    {
      onRequest,
      schema: {
        operationId: 'returnFromSingleSignOn',
        summary: 'Where the provider of company accounts sends the browser back to',
        tags,
        response: { 302: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      client()
      const opened = await openFlow(services, cookies.readFlow(request))
      cookies.clearFlow(reply)
      if (!opened) return redirect(reply, { [SIGN_IN_FRAGMENT.problem]: 'ended' satisfies SignInProblem })
      const { purpose } = opened.content
      const next = purpose.kind === 'sign-in' ? purpose.next : undefined
      try {
        count(request)
        const mark = (lifeMs: number) => cookies.markBrowser(reply, lifeMs)
        const response = new URL(config.publicUrl + request.url)
        const ticket = await completeFlow(services, client(), { opened, response, mark })
        const name = purpose.kind === 'link' ? SIGN_IN_FRAGMENT.link : SIGN_IN_FRAGMENT.signedIn
        return redirect(reply, { [name]: ticket }, next)
      } catch (error) {
        return redirect(reply, { [SIGN_IN_FRAGMENT.problem]: problemOf(error) }, next)
      }
    },
  )

  app.post(
    SIGN_IN_API.finishSingleSignOn,
    {
      onRequest,
      schema: {
        operationId: 'finishSingleSignOn',
        summary: 'Finish a sign-in with a company account: get what a sign-in with a password gives',
        tags,
        body: identityTicketSchema,
        response: { 200: loginResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const sent = { ticket: request.body.ticket, browser: cookies.readBrowser(request) }
      const finished = await finishSignIn(services, sent, deviceOf(request))
      cookies.clearBrowser(reply)
      return beginSession(services, reply, finished)
    },
  )

  app.post(
    SIGN_IN_API.linkSingleSignOn,
    sessions.guarded({
      may: PEOPLE.own,
      asksAgain: true,
      operationId: 'beginLink',
      summary: 'Begin to link a company account with the own account',
      tags,
      response: { 200: providerAddressSchema, ...errorResponses },
    }),
    async (request, reply) => {
      client()
      count(request)
      reply.headers(PRIVATE_HEADERS)
      return { url: await beginFromPage(reply, { kind: 'link', accountId: signedIn(request).id }) }
    },
  )
}
