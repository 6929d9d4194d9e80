import { expect, test, vi } from 'vitest'
import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { apply } from '../../../test/factories.ts'
import { replicatingApp, SOON } from '../../../test/stores/replicating-app.ts'

const site = replicatingApp()
const HOUR_MS = 60 * 60_000

test('an erasure waits for a store that refuses, says so, and ends once the store deletes', async () => {
  await site.open()
  const id = await apply(site.app)
  await site.replicated(1)
  const admin = adminClient(site.app, site.admin)
  const read = async () => (await admin.request<Person>('GET', pathTo(ADMIN_API.personOfApplication, id))).body
  site.google.failNext({ on: 'delete', times: 1_000, status: 403, reason: 'insufficientFilePermissions' })
  expect((await admin.send('POST', pathTo(ADMIN_API.erasePerson, id), { applicationIds: [id] })).status).toBe(204)

  await site.settled({ tasks: { open: 1, lastError: expect.stringContaining('403') } })
  expect(await read()).toMatchObject({
    applications: [{ id, archived: true, isErasing: true }],
    waitsFor: expect.stringContaining('403'),
  })
  expect(site.google.files()).toHaveLength(1)

  site.google.succeedAgain()
  site.app.setNow(new Date(Date.now() + 6 * HOUR_MS))
  site.app.wakeOutbox()
  await vi.waitFor(async () => expect(site.google.files()).toEqual([]), SOON)
  await vi.waitFor(
    async () => expect(await site.app.db.selectFrom('applications').select('id').execute()).toEqual([]),
    SOON,
  )
  expect(await site.app.storedFiles()).toEqual([])
})
