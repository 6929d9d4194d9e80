import { basename } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { ApplicantBoard } from '../../../contract/applications/applicant-board.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { APPLICANT, createJob } from '../../../test/factories.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { prepareApplicants } from '../../../test/smtp/applicant-kit.ts'
import { DAY, NOON, PATIENT } from '../../../test/smtp/mail-kit.ts'

const { countTasks, app, admin, goTo, withLink, readOwn, arrive, decide } = prepareApplicants()

const historyOf = async (id: number) => {
  const rows = await app()
    .db.selectFrom('audit_trail')
    .select('event')
    .where('subject_id', '=', id)
    .where('subject', '=', 'application')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ event }) => JSON.parse(event).action as string)
}

test('a note is added once, is found by the search, and says when it came', async () => {
  const { id, token } = await arrive()
  for (const _ of [1, 2])
    expect((await withLink('POST', API.myApplicationNote, token, { note: 'Certified for Sparkplug.' })).status).toBe(
      204,
    )
  const note = `${APPLICANT.note}\n\nAdded on 2026-03-02: Certified for Sparkplug.`
  expect(await readOwn(token)).toMatchObject({ note })
  const { body } = await admin().request<{ id: number; note: string }[]>('GET', `${ADMIN_API.applications}?q=certified`)
  expect(body).toMatchObject([{ id, note }])
  expect(await historyOf(id)).toContain('note_added')
  const long = { note: 'x'.repeat(5_000) }
  for (let count = 1; count <= 3; count += 1) {
    expect(
      (await withLink('POST', API.myApplicationNote, token, { note: `${count}${long.note.slice(1)}` })).status,
    ).toBe(204)
  }
  const refused = await withLink('POST', API.myApplicationNote, token, long)
  expect([refused.status, (await refused.json()).message]).toEqual([400, expect.stringContaining('no room')])
})

test('every note with another text is added, also one that ends like an earlier one, and a repeated one is not', async () => {
  const { token } = await arrive({ note: 'I can start on 1 March' })
  const add = async (note: string) =>
    expect((await withLink('POST', API.myApplicationNote, token, { note })).status).toBe(204)
  const marked = 'My diary:\n\nAdded on 2026-01-01: a pump'
  for (const note of ['1 March', 'h', 'I can start on 1 March', marked, 'h', 'Or on 2 March', '1 March', marked])
    await add(note)
  await goTo(DAY)
  await Promise.all(['h', 'Call me', '1 March', 'Call me', marked].map(add))
  const added = ['1 March', 'h', 'I can start on 1 March', marked, 'Or on 2 March'].map(
    (note) => `Added on 2026-03-02: ${note}`,
  )
  expect((await readOwn(token)).note?.split(/\n\n(?!Added on 2026-01)/)).toEqual([
    'I can start on 1 March',
    ...added,
    'Added on 2026-03-03: Call me',
  ])
})

test('a withdrawn application is archived and marked at once, and nothing more is sent', async () => {
  const { id, token } = await arrive()
  await decide(id, 'rejected')
  expect((await withLink('POST', API.withdrawApplication, token, { reason: 'I found a job.' })).status).toBe(204)
  expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
  const { body } = await admin().request('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(body).toMatchObject({ archived: true, withdrawnAt: new Date(NOON).toISOString() })
  expect((await historyOf(id)).filter((action) => action === 'withdrawn')).toHaveLength(1)
  const states = await app().db.selectFrom('mails').select('state').where('kind', '=', 'rejected').execute()
  expect(states).toEqual([{ state: 'cancelled' }])
  expect(await readOwn(token)).toMatchObject({
    withdrawnAt: new Date(NOON).toISOString(),
    note: expect.stringMatching(/Withdrawn on 2026-03-02: I found a job\.$/),
  })
  expect((await withLink('POST', API.myApplicationNote, token, { note: 'More' })).status).toBe(400)
  await goTo(30 * DAY)
  expect((await withLink('GET', API.myApplication, token)).status).toBe(404)
})

test('the dashboard, the list and the board say at once that an application was withdrawn', async () => {
  const jobId = await createJob(app())
  const { id, token } = await arrive({ jobId: String(jobId) })
  await withLink('POST', API.withdrawApplication, token, {})
  const { body: summary } = await admin().request<ApplicationSummary>('GET', ADMIN_API.applicationSummary)
  expect(summary).toMatchObject({ withdrawn: 1, tabs: { archived: 1, pending: 0 } })
  const { body: rows } = await admin().request('GET', `${ADMIN_API.applications}?archived=true`)
  expect(rows).toMatchObject([{ id, withdrawnAt: new Date(NOON).toISOString() }])
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: false })
  const { body: board } = await admin().request<ApplicantBoard>('GET', pathTo(ADMIN_API.applicantBoard, jobId))
  expect(board.columns.flatMap(({ cards }) => cards)).toMatchObject([{ id, isWithdrawn: true }])
})

test('an erased application leaves no file, no row and no personal data', async () => {
  const { id, token } = await arrive()
  const other = await arrive({ name: 'Ben Ode', email: 'ben@example.com' })
  const { reference } = await readOwn(token)
  const file = basename(await app().resumePath(id))
  expect(await app().storedFiles()).toContain(file)
  await withLink('POST', API.withdrawApplication, token, { reason: 'I found a job.' })
  const { body: found } = await admin().request<{ id: number }[]>('GET', `${ADMIN_API.applications}?q=found`)
  expect(found).toMatchObject([{ id }])
  const wrong = await withLink('POST', API.eraseApplication, token, {
    reference: (await readOwn(other.token)).reference,
  })
  expect(wrong.status).toBe(400)
  expect((await withLink('POST', API.eraseApplication, token, { reference })).status).toBe(204)
  expect((await withLink('GET', API.myApplication, token)).status).toBe(404)
  await vi.waitFor(async () => expect(await countTasks('erase-application', 'delete-resume')).toBe(0), PATIENT)
  expect(await app().storedFiles()).toEqual(expect.not.arrayContaining([file]))
  expect(await historyOf(id)).toEqual(['erased', 'erasure_requested', 'withdrawn', 'message', 'received'])
  const everything = JSON.stringify([
    await everyRow(app()),
    await app().db.selectFrom('audit_trail').selectAll().execute(),
  ])
  for (const personal of [APPLICANT.name, APPLICANT.email, token]) expect(everything).not.toContain(personal)
  expect(await readOwn(other.token)).toMatchObject({ name: 'Ben Ode' })
})
