import { expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { prepareInterviews } from '../../../test/smtp/interview-kit.ts'
import { DAY, MINUTE, PATIENT } from '../../../test/smtp/mail-kit.ts'

const { app, admin, arrive, plan, change, goTo } = prepareInterviews()

const stored = async (id: number) => admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))

test('an erased person leaves no place and no interviewer in what could be undone, and others are undone as ever', async () => {
  const { id } = await arrive({ name: 'Zebulon Quart', email: 'zebulon@example.com' })
  const { id: other } = await arrive({ name: 'Ben Stays', email: 'ben@example.com' })
  const first = {
    place: 'Room Nine, ask for Zebulon',
    interviewers: [{ name: 'Igor Boss', address: 'igor@example.com' }],
  }
  const second = { place: 'Room Ten', interviewers: [{ name: 'Carla Chief', address: 'carla@example.com' }] }
  const planned = await plan(id, first)
  expect((await change(planned, second)).status).toBe(200)
  const applications = [{ id }, { id: other }]
  const decided = await admin().request<{ id: number }>('POST', ADMIN_API.applicationChanges, {
    ...{ change: { status: 'rejected' }, applications, message: { rule: 'never' } },
  })
  expect(decided.status, JSON.stringify(decided.body)).toBe(200)
  // The interview's cancellation reaches the interviewers first.
  await goTo(11 * MINUTE)
  const erased = await admin().send('POST', pathTo(ADMIN_API.erasePerson, id), { applicationIds: [id] })
  expect(erased.status).toBe(204)
  await vi.waitFor(async () => {
    app().wakeOutbox()
    expect((await stored(id)).status).toBe(404)
  }, PATIENT)

  const rows = await app().db.selectFrom('application_changes').selectAll().execute()
  const changes = rows.map(({ applications }) => applications).join()
  expect(changes).toContain(`"id":${other}`)
  expect(changes).not.toMatch(/Room Nine|Room Ten|Zebulon|Igor|Carla|igor@|carla@/)
  expect(JSON.stringify(await everyRow(app()))).not.toMatch(/Room Nine|Zebulon|Igor Boss|zebulon@/)
})

test('what could be undone is forgotten at the first removal a day later', async () => {
  const { id } = await arrive()
  await plan(id)
  await goTo(2 * DAY)
  expect((await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, id))).status).toBe(204)
  expect(await app().db.selectFrom('application_changes').selectAll().execute()).toEqual([])
})
