import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { makeRequest, type Route } from './matrix-requests.ts'
import { MISSING, SECRET, type Subject } from './matrix-subject.ts'
import { CALLERS, type Caller, startWorld, type World } from './matrix-world.ts'

/** A row of `role-matrix.md`: a route, and what it answers to each caller. */
type Row = Route & { cells: string[] }

type Sending = (method?: string) => Promise<Response>
type Answer = { status: number; text: string }

/** The callers who see a posting of the two managers. */
const SEE_ALL: readonly Caller[] = ['manager', 'deciding manager', 'recruiter', 'owner']

const rows = readRows()

let world: World
const registered: string[] = []
/** Routes that keep to the postings of a hiring manager by themselves, with no guard before them that looks for what is named. */
const keeping: string[] = []
beforeAll(async () => {
  const onInitialization = (message: unknown) => {
    ;(message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      const routes = [method].flat().map((each) => `${each} ${url}`)
      registered.push(...routes)
      if (config?.of === 'rows' || config?.of === 'named') keeping.push(...routes)
    })
  }
  subscribe('fastify.initialization', onInitialization)
  world = await startWorld()
  unsubscribe('fastify.initialization', onInitialization)
})
afterEach(() => world.endSessions())
afterAll(() => world.app.stop())

function readRows(): Row[] {
  const text = readFileSync(join(import.meta.dirname, 'role-matrix.md'), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('| `'))
  return lines.map((line) => {
    const [name = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
    const [method = '', url = ''] = name.split(' ')
    return { name, method, url, cells }
  })
}

test('the matrix has a row for every route of the program, and none for another', () => {
  const routes = new Set(rows.map(({ method, url }) => `${method} ${url}`))
  // Each GET has its HEAD, which the rows below send too.
  const expected = [...routes].flatMap((route) => [
    route,
    ...(route.startsWith('GET ') ? [route.replace('GET', 'HEAD')] : []),
  ])
  expect(registered.toSorted()).toEqual(expected.toSorted())
})

test('a route that keeps to the postings of a hiring manager by itself has a row that shows it', () => {
  const routes = keeping.filter((route) => !route.startsWith('HEAD '))
  expect(routes).not.toEqual([])
  const isHidden = (row: Row, caller: Caller) => /^(404|\()/.test(cellOf(row, caller))
  const showing = rows.filter(
    (row) =>
      isHidden(row, 'manager without a posting') &&
      isHidden(row, 'manager of another') &&
      !isHidden(row, 'deciding manager'),
  )
  const shown = showing.map(({ method, url }) => `${method} ${url}`)
  expect(routes.filter((route) => !shown.includes(route))).toEqual([])
})

test.each(rows)('$name', async (row) => {
  const subject = await makeSubject(row)
  const answers = await answersToRefused(row, subject)
  for (const caller of CALLERS.filter((each) => !answers.has(each))) {
    const about = { subject: isChange(row) ? await makeSubject(row) : subject, caller }
    answers.set(caller, await answerOf(await makeRequest(world, row, about), row))
  }
  expect(byCaller((caller) => shownAnswer(row, answers, caller))).toEqual(byCaller((caller) => cellOf(row, caller)))
  if (cellOf(row, 'nobody') !== '401') return
  for (const caller of CALLERS) await expectToldNothing(row, caller, answers.get(caller) as Answer)
})

test('the applications cookie opens of the list what the token of the same person does', async () => {
  const subject = await world.makeSubject()
  await subject.resume()
  await world.settle()
  for (const caller of CALLERS) {
    const [byToken, byCookie] = [await world.signIn(caller), await world.signIn(caller, 'cookie')]
    const read = async (headers: Record<string, string>): Promise<Answer> => {
      const response = await world.app.request(ADMIN_API.applications, { headers })
      return { status: response.status, text: await response.text() }
    }
    const answer = await read(byCookie)
    expect(answer, caller).toEqual(await read(byToken))
    expect(answer.text.includes(SECRET), caller).toBe(SEE_ALL.includes(caller))
  }
})

function isChange({ method }: Row): boolean {
  return method !== 'GET' && method !== 'OPTIONS'
}

function cellOf({ cells }: Row, caller: Caller): string {
  return cells[CALLERS.indexOf(caller)] ?? ''
}

function byCaller(value: (caller: Caller) => string) {
  return Object.fromEntries(CALLERS.map((caller) => [caller, value(caller)]))
}

function makeSubject({ name }: Row): Promise<Subject> {
  return world.makeSubject({
    isDraft: name.includes('draft'),
    isGeneral: name.includes('general'),
    quarantined: name.includes('quarantine'),
    isShared: name.includes('shared'),
    invites: ['my-application', 'interview-defaults', 'tells the applicant'].some((of) => name.includes(of)),
  })
}

/** What is answered to all whom the row refuses, or shows nothing; no row of the database is changed by it. */
async function answersToRefused(row: Row, subject: Subject): Promise<Map<Caller, Answer>> {
  const requests = new Map<Caller, Sending>()
  for (const caller of CALLERS.filter((each) => !/^[23]/.test(cellOf(row, each))))
    requests.set(caller, await makeRequest(world, row, { subject, caller }))
  await world.settle()
  await world.changes.forget()
  const answers = new Map<Caller, Answer>()
  for (const [caller, send] of requests) answers.set(caller, await answerOf(send, row))
  await world.settle()
  expect(await world.changes.list(), 'a refused request changes no row').toEqual([])
  return answers
}

/** An answer as the table shows it. */
function shownAnswer(row: Row, answers: ReadonlyMap<Caller, Answer>, caller: Caller): string {
  const { status, text } = answers.get(caller) as Answer
  const hasHiding = row.cells.some((cell) => cell.startsWith('('))
  if (!hasHiding || status >= 300) return String(status)
  const isNamed = answers.get('owner')?.text.includes(SECRET)
  const shows = isNamed ? text.includes(SECRET) : text !== answers.get('manager without a posting')?.text
  return shows ? String(status) : `(${status})`
}

/** Expects of a refusal that it is one for its reason, and of an answer to those who may not see the posting that it does not name it. */
async function expectToldNothing(row: Row, caller: Caller, { status, text }: Answer): Promise<void> {
  const code = { 401: 'unauthorized', 403: 'forbidden', 404: 'not_found' }[status]
  if (code) expect(JSON.parse(text), caller).toMatchObject({ code })
  if (!SEE_ALL.includes(caller)) expect(text, caller).not.toContain(SECRET)
  if (status !== 404) return
  const missing = await answerOf(await makeRequest(world, row, { subject: MISSING, caller }), row)
  expect({ status, text }, `${caller}: as if it did not exist`).toEqual(missing)
}

/** What a request is answered. The HEAD of a GET has the same status. */
async function answerOf(send: Sending, { method }: Row): Promise<Answer> {
  const response = await send()
  const answer = { status: response.status, text: await response.text() }
  if (method === 'GET') expect((await send('HEAD')).status, 'HEAD').toBe(answer.status)
  return answer
}
