import fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { installErrorHandler, sendUnreadableAddress } from './error-handler.ts'
import { RequestError } from './request-error.ts'

const app = fastify({ frameworkErrors: sendUnreadableAddress({}) })
installErrorHandler(app)
app.get('/broken', () => {
  throw new TypeError("Cannot read properties of undefined (reading 'title')")
})
app.get('/refused', () => {
  throw new RequestError('too_many_requests', 'Wait <1> minute.', { retryAfter: 60 })
})
app.get('/api/broken', () => {
  throw new TypeError('secret')
})
afterAll(() => app.close())

const open = (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  app.inject({ url, headers: { accept } })

describe('an error of a page', () => {
  test('is a page in words of the site, with the way home', async () => {
    const { statusCode, headers, body } = await open('/broken')
    expect(statusCode).toBe(500)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(body).toContain('<p>Something went wrong on our side. Please try again.</p>')
    expect(body).toContain('<a href="/">')
    expect(body).not.toContain('properties')
  })

  test('says why it is refused, as text', async () => {
    const { statusCode, headers, body } = await open('/refused')
    expect([statusCode, headers['retry-after']]).toEqual([429, '60'])
    expect(body).toContain('Wait &lt;1&gt; minute.')
  })

  test('is the page of an unknown address where the address cannot be read', async () => {
    const { statusCode, body } = await open('/%E0%A4%A')
    expect(statusCode).toBe(404)
    expect(body).toContain('<h1>404 Page Not Found</h1>')
  })
})

test.each([
  ['/broken', 'application/json'],
  ['/broken', '*/*'],
  ['/api/broken', 'text/html'],
])('%s asked for %s is the JSON of the contract', async (url, accept) => {
  const response = await open(url, accept)
  expect(response.json()).toEqual({ code: 'internal', message: 'Something went wrong on our side. Please try again.' })
})
