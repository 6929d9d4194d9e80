import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOB_STATUSES } from '../../contract/jobs/job-statuses.ts'
import { API } from '../../contract/wire/paths.ts'
import { createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

const SECRETS = { internalJobCode: 'INTERNAL-QZX', projectCode: 'PROJECT-QZX' }
const HIDDEN = 'Hidden-QZX'

let app: TestApp
let open: number
const hidden: number[] = []
beforeAll(async () => {
  app = await startTestApp()
  open = await createJob(app, { title: 'Open to all', ...SECRETS })
  for (const status of JOB_STATUSES) {
    for (const isActive of [true, false]) {
      if (status === 'active' && isActive) continue
      hidden.push(await createJob(app, { title: `${HIDDEN} ${status} ${isActive}`, status, isActive, ...SECRETS }))
    }
  }
})
afterAll(() => app.stop())

test('visitors find no posting that is not open, and no internal code, wherever they look', async () => {
  const lists = [API.jobs, `${API.jobs}?active=true`, `${API.jobs}?active=false`, '/', '/sitemap.xml', `/jobs/${open}`]
  const ones = [open, ...hidden].flatMap((id) => [`/api/jobs/${id}`, `/jobs/${id}`])
  const addresses = [...lists, ...ones]
  for (const path of addresses) {
    const text = await (await app.request(path)).text()
    for (const secret of [HIDDEN, 'INTERNAL-QZX', 'PROJECT-QZX']) expect(text.includes(secret), path).toBe(false)
  }
  for (const id of hidden) {
    expect((await app.request(`/api/jobs/${id}`)).status).toBe(404)
    expect((await app.request(`/jobs/${id}`)).status).toBe(404)
  }
  const signedIn = await (await app.request(API.jobs, { headers: await app.signIn() })).text()
  for (const secret of [HIDDEN, 'INTERNAL-QZX', 'PROJECT-QZX']) expect(signedIn).toContain(secret)
  console.log(
    `hidden postings: ${hidden.length} postings and their codes on none of ${addresses.length} public addresses`,
  )
})
