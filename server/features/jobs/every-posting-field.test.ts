import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Job, PublicJob } from '../../../contract/jobs/job.ts'
import { JOB_FIELD_NAMES, type JobFieldKind, jobFieldOf } from '../../../contract/jobs/posting-fields.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { EVERY_KIND } from '../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

/** What no new posting has. */
const OTHER: Record<JobFieldKind, unknown> = {
  requiredLine: 'Another line',
  line: 'Another',
  requiredText: 'Another text\nof two lines',
  text: 'More benefits',
  jobType: 'Internship',
  status: 'draft',
  flag: false,
  questions: [EVERY_KIND[0]],
  workplace: 'hybrid',
  country: 'CA',
  countries: ['CA', 'US'],
  amount: 60.5,
  currency: 'CAD',
  payPeriod: 'month',
  date: '2096-01-31',
  steps: ['A call', 'A visit'],
  criteria: ['PLC programming', 'Explains things well'],
}

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

test.each(JOB_FIELD_NAMES)(
  '%s of a posting is stored, read by whom it is for, and named in the history',
  async (field) => {
    const id = await createJob(app, { payMin: 60.25, payMax: 60.75, payCurrency: 'USD', payPeriod: 'hour' })
    const { kind, isInternal } = jobFieldOf(field)
    const other = OTHER[kind]
    const saved = await admin.request<Job>('PATCH', pathTo(ADMIN_API.adminJob, id), { [field]: other })
    expect(saved).toMatchObject({ status: 200, body: { [field]: other } })
    const [newest] = (await admin.request<HistoryEntry[]>('GET', pathTo(ADMIN_API.jobHistory, id))).body
    const edited = { action: 'edited', fields: expect.arrayContaining([field]) }
    expect(newest?.event).toMatchObject(field === 'isActive' ? { action: 'deactivated' } : edited)
    if (kind === 'status' || kind === 'flag') return
    const read = (await (await app.request(pathTo(API.job, id))).json()) as PublicJob
    if (isInternal) expect(read).not.toHaveProperty(field)
    else expect(read).toHaveProperty(field, other)
  },
)
