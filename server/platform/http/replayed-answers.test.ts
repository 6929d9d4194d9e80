import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createJob } from '../../../test/factories.ts'
import { sendRaw } from '../../../test/raw-request.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { prepareAnswer, sendPrepared } from './prepared-answer.ts'
import { replayAnswers } from './replayed-answers.ts'

let site: TestApp
let job: number
beforeAll(async () => {
  site = await startTestApp({ publicUrl: 'https://careers.example.com' })
  job = await createJob(site, { title: 'Edge Engineer' })
})
afterAll(() => site.stop())

const HOST = 'Host: x\r\n'

/** Everything but the date. A request that announces a body, even of no bytes, is never answered the short way. */
async function answerTo(line: string, headers: string, way: 'short' | 'long') {
  const announced = way === 'long' ? 'Content-Length: 0\r\n' : ''
  const answer = await sendRaw(site.url, `${line}\r\n${headers}${announced}Connection: close\r\n\r\n`)
  answer.headers.delete('date')
  return { ...answer, headers: [...answer.headers] }
}

const PATHS = ['/', '/jobs/{id}', '/api/jobs?active=true', '/?from=mail', '/nowhere']
const HEADERS = [
  '',
  'Accept-Encoding: br, gzip\r\n',
  'Accept-Encoding: gzip\r\nCookie: wellhead-applications=x\r\nSec-Fetch-Site: cross-site\r\n',
  'accept-encoding: br;q=0\r\nACCEPT-ENCODING: gzip;q=0.1\r\n',
  'If-None-Match: {etag}\r\n',
  'If-None-Match: "other", {etag}\r\nAccept-Encoding: br\r\n',
  'If-None-Match: *\r\n',
  'If-None-Match: "other"\r\n',
  'Authorization: Bearer nobody\r\n',
  'Upgrade: websocket\r\nRange: bytes=0-1\r\n',
  'Host: y\r\n',
]

test.each(PATHS)('%s is answered the short way like the long way, header by header', async (pattern) => {
  const path = pattern.replace('{id}', String(job))
  const { headers } = await answerTo(`GET ${path} HTTP/1.1`, HOST, 'long')
  const etag = headers.find(([name]) => name === 'etag')?.[1] ?? '"none"'
  for (const line of [`GET ${path} HTTP/1.1`, `HEAD ${path} HTTP/1.1`]) {
    for (const more of HEADERS) {
      const sent = HOST + more.replace('{etag}', etag)
      const long = await answerTo(line, sent, 'long')
      const short = [await answerTo(line, sent, 'short'), await answerTo(line, sent, 'short')]
      expect(short, `${line} ${sent}`).toEqual([long, long])
    }
  }
  for (const line of [`GET ${path} HTTP/1.1`, `GET ${path} HTTP/1.0`, `POST ${path} HTTP/1.1`]) {
    expect(await answerTo(line, '', 'short'), line).toEqual(await answerTo(line, '', 'long'))
  }
})

test('a changed posting is shown at once wherever it was shown before', async () => {
  const id = await createJob(site, { title: 'Before' })
  const paths = ['/', `/jobs/${id}`, '/api/jobs?active=true']
  const read = async (path: string) => (await site.call(path)).text()
  for (const path of [...paths, ...paths]) expect(await read(path)).toContain('Before')
  const headers = { ...(await site.signIn()), 'content-type': 'application/json' }
  const change = { method: 'PATCH', headers, body: JSON.stringify({ title: 'After' }) }
  expect((await site.call(`/api/admin/jobs/${id}`, change)).status).toBe(200)
  for (const path of [...paths, ...paths]) {
    const text = await read(path)
    expect([text.includes('Before'), text.includes('After')]).toEqual([false, true])
  }
})

let app: FastifyInstance
afterEach(() => app?.close())

/** An application that says how often it was asked. */
async function startCounting(
  edition: () => string | null,
  {
    make = async () => 'page',
    atMost,
    stopWith,
  }: { make?: () => Promise<string>; atMost?: number; stopWith?: Promise<void> } = {},
) {
  app = fastify({ forceCloseConnections: true, return503OnClosing: false })
  replayAnswers(app, { edition, atMost })
  app.addHook('preClose', async () => stopWith)
  let asked = 0
  app.get('/*', async (request, reply) => {
    asked += 1
    const answer = prepareAnswer(await make(), { contentType: 'text/plain', cacheControl: 'no-cache' })
    return sendPrepared(request, reply, answer)
  })
  app.get('/plain', async () => {
    asked += 1
    return 'not prepared'
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text()
  return { url, ask, asked: () => asked }
}

test('only what depends on nothing else of the request is answered without asking the application again', async () => {
  const counting = await startCounting(() => '1')
  const timesAsked = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const before = counting.asked()
    for (let time = 0; time < 3; time += 1) await counting.ask(path, { headers, method })
    return counting.asked() - before
  }
  const etag = (await fetch(counting.url)).headers.get('etag') ?? ''
  expect(await timesAsked('/')).toBeLessThanOrEqual(1)
  expect(await timesAsked('/', {}, 'HEAD')).toBe(1)
  expect(await timesAsked('/', { 'if-none-match': etag })).toBe(1)
  expect(await timesAsked('/', { 'accept-encoding': 'br' })).toBe(1)
  expect(await timesAsked('/', { 'accept-encoding': 'br', cookie: 'a=b' })).toBe(0)
  expect(await timesAsked('/', { 'if-none-match': '"thought-up"' })).toBe(3)
  expect(await timesAsked('/', { authorization: 'Bearer x' })).toBe(3)
  expect(await timesAsked(`/?${'x'.repeat(500)}`)).toBe(3)
  expect(await timesAsked('/plain')).toBe(3)
})

test('an answer ends with the edition it was made of, and one without an edition is not kept', async () => {
  let edition: string | null = '1'
  let text = 'one'
  const overtaken = Promise.withResolvers<void>()
  const counting = await startCounting(() => edition, {
    make: async () => {
      const made = text
      if (made === 'slow') await overtaken.promise
      return made
    },
  })
  expect([await counting.ask('/'), await counting.ask('/')]).toEqual(['one', 'one'])
  text = 'slow'
  edition = '2'
  const slow = counting.ask('/')
  await expect.poll(counting.asked).toBe(2)
  text = 'three'
  edition = '3'
  expect(await counting.ask('/')).toBe('three')
  overtaken.resolve()
  expect([await slow, await counting.ask('/')]).toEqual(['slow', 'three'])
  text = 'four'
  edition = null
  expect([await counting.ask('/'), await counting.ask('/')]).toEqual(['four', 'four'])
  expect(counting.asked()).toBe(5)
})

test('it keeps a bounded number of answers, the last ones', async () => {
  const counting = await startCounting(() => '1', { atMost: 2 })
  for (const path of ['/1', '/2', '/3', '/3', '/2']) await counting.ask(path)
  expect(counting.asked()).toBe(3)
  await counting.ask('/1')
  expect(counting.asked()).toBe(4)
})

test('while the application stops, a kept connection is told to end', async () => {
  const released = Promise.withResolvers<void>()
  const counting = await startCounting(() => '1', { stopWith: released.promise })
  for (const _time of [1, 2]) await counting.ask('/')
  expect(counting.asked()).toBe(1)
  const closed = app.close()
  const answer = await fetch(counting.url)
  expect([answer.status, answer.headers.get('connection'), counting.asked()]).toEqual([200, 'close', 2])
  released.resolve()
  await closed
})
