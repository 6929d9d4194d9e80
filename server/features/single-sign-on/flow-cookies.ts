import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../accounts/session-queries.ts'

/** Under which the addresses of signing in are: no other request carries the cookies. */
const PATH = '/api/auth'

/**
 * The two cookies that bind a sign-in to one browser: the first has the sealed state of the way to the provider and back, the second
 * a secret without which the ticket in the address is worthless. `Lax`, because the provider sends the browser back.
 */
export function createFlowCookies(publicUrl: string) {
  const isHttps = publicUrl.startsWith('https:')
  const prefix = isHttps ? '__Secure-' : ''
  const names = { flow: `${prefix}wellhead-sign-in`, browser: `${prefix}wellhead-signed-in` }
  const options = { path: PATH, httpOnly: true, sameSite: 'lax', secure: isHttps } as const

  const set = (reply: FastifyReply, name: keyof typeof names, value: string, maxAge: number) => {
    const ended = maxAge === 0 ? { expires: new Date(0) } : {}
    reply.header('Set-Cookie', stringifySetCookie({ ...options, ...ended, name: names[name], value, maxAge }))
  }
  const read = ({ headers }: FastifyRequest, name: keyof typeof names): string =>
    (headers.cookie && parseCookie(headers.cookie)[names[name]]) || ''

  return {
    readFlow: (request: FastifyRequest) => read(request, 'flow'),
    setFlow: (reply: FastifyReply, sealed: string, lifeMs: number) => set(reply, 'flow', sealed, lifeMs / 1000),
    clearFlow: (reply: FastifyReply) => set(reply, 'flow', '', 0),
    readBrowser: (request: FastifyRequest) => read(request, 'browser'),
    /** @returns the secret that the browser now has */
    markBrowser: (reply: FastifyReply, lifeMs: number): string => {
      const secret = newSecret()
      set(reply, 'browser', secret, lifeMs / 1000)
      return secret
    },
    clearBrowser: (reply: FastifyReply) => set(reply, 'browser', '', 0),
  }
}
