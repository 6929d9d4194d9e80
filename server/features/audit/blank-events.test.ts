import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { recordAction } from './audit-queries.ts'
import { checkTrail } from './check-trail.ts'
import { beginChainAnew, sealTrail } from './seal-trail.ts'

let app: TestApp
let admin: AdminClient
beforeEach(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterEach(() => app.stop())

const services = () => ({ db: app.db, clock: () => new Date(), chainKey: { dataDir: app.dataDir, secretKey: null } })
const seal = () => sealTrail(services())
const faults = async () => (await checkTrail(app.db, services().chainKey, new AbortController().signal)).faults
const record = (id: number, event: ApplicationEvent) =>
  app.db
    .transaction()
    .execute((trx) => recordAction(trx, { by: null, now: new Date(), id, subject: 'application', event }))
const tag = async (id: number, name: string) => {
  const { body } = await admin.request<{ id: number }>('POST', ADMIN_API.tags, { name, color: 'teal' })
  const tagged = { put: [body.id], take: [], applications: [id] }
  expect((await admin.send('POST', ADMIN_API.applicationTags, tagged)).status).toBe(200)
  return body.id
}
const blank = (id: number) => app.db.updateTable('audit_trail').set({ event: '' }).where('id', '=', id).execute()
const entries = (subjectId: number) =>
  app.db
    .selectFrom('audit_trail')
    .select(['id', 'action', 'event', 'event_hash'])
    .where('subject', '=', 'application')
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

test.each(['sealed', 'not sealed yet'])(
  'the words of %s entries go with their application, the chain stays whole, and others keep theirs',
  async (state) => {
    const id = await insertApplicant(app.db)
    const other = await insertApplicant(app.db)
    const named = await tag(id, 'Cousin of Zebulon')
    await admin.send('POST', ADMIN_API.applicationTags, { put: [], take: [named], applications: [id] })
    await tag(other, 'Night shift')
    if (state === 'sealed') await seal()
    expect((await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))).status).toBe(204)
    await admin.send('DELETE', pathTo(ADMIN_API.tag, named))
    await seal()
    expect(await faults()).toEqual([])
    expect(await entries(id)).toMatchObject([
      { action: 'tagged', event: '', event_hash: expect.stringMatching(/^[\w-]{43}$/) },
      { action: 'untagged', event: '' },
      { action: 'deleted', event: '{"action":"deleted"}' },
    ])
    expect((await entries(other)).map(({ event }) => event)).toEqual(['{"action":"tagged","name":"Night shift"}'])
    const { body } = await admin.request('GET', pathTo(ADMIN_API.applicationHistory, id))
    expect(body).toMatchObject([
      { event: { action: 'deleted' } },
      { event: { action: 'untagged' } },
      { event: { action: 'tagged' } },
    ])
    const page = await admin.request('GET', `${ADMIN_API.audit}?subject=application&number=${id}`)
    expect(page.body).toMatchObject({
      entries: [{}, { event: { action: 'untagged' } }, { event: { action: 'tagged' } }],
    })

    await beginChainAnew(services())
    expect(await faults()).toEqual([])
  },
)

test('a text that is blank without an erasure is found, and so is one that an erasure does not blank', async () => {
  await record(1, { action: 'tagged', name: 'Night shift' })
  await record(2, { action: 'status_changed', from: 'pending', to: 'hired' })
  await record(2, { action: 'erased' })
  await seal()
  const [tagged] = await entries(1)
  const [moved, erased] = await entries(2)
  for (const entry of [tagged, moved, erased]) {
    if (!entry) expect.fail()
    await blank(entry.id)
    expect(await faults(), entry.action).toMatchObject([{ kind: 'changed', id: entry.id, others: 0 }])
    await app.db.updateTable('audit_trail').set({ event: entry.event }).where('id', '=', entry.id).execute()
  }
  expect(await faults()).toEqual([])

  await blank(tagged?.id ?? 0)
  await record(1, { action: 'erased' })
  expect(await faults()).toEqual([])
  // Its hash is all that proves it.
  await app.db
    .updateTable('audit_trail')
    .set({ event_hash: 'x' })
    .where('id', '=', tagged?.id ?? 0)
    .execute()
  expect(await faults()).toMatchObject([{ kind: 'changed', id: tagged?.id }])
})
