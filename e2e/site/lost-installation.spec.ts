import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Application, SubmissionReceipt } from '../../contract/applications/application.ts'
import { encodeReceipt, type Receipt } from '../../contract/applications/receipt.ts'
import { API } from '../../contract/wire/paths.ts'
import { RECEIPT_KEYS_FILE } from '../../server/features/receipts/key-storage.ts'
import { applicationForm } from '../../test/factories.ts'
import { runServer } from '../../test/run-server.ts'
import { expect, openSite, test } from '../steps/site.ts'
import { expectToast } from '../steps/steps.ts'

const APPLICANTS = 30
const MINUTE_MS = 60_000

test(`${APPLICANTS} lost applications come back on a new installation that has only the old key, by Submit alone`, async ({
  page,
}) => {
  await using used = new AsyncDisposableStack()
  const root = await mkdtemp(join(tmpdir(), 'wellhead-lost-'))
  used.defer(() => rm(root, { recursive: true, force: true }))
  const start = async (folder: string) => {
    const DATA_DIR = join(root, folder)
    await mkdir(DATA_DIR, { recursive: true })
    const server = await runServer({ DATA_DIR, SUBMISSIONS_PER_HOUR: '0' })
    used.defer(async () => void (await server.end('SIGKILL')))
    return { server, site: await openSite(server.url, DATA_DIR) }
  }

  const lost = await start('lost')
  const jobId = await lost.site.createJob({ title: 'Wireline Panel Builder' })
  const receipts: Receipt[] = []
  for (let number = 1; number <= APPLICANTS; number += 1) {
    const fields = { name: `Applicant ${number}`, email: `applicant${number}@example.com`, jobId: String(jobId) }
    const body = applicationForm(fields)
    const response = await fetch(lost.server.url + API.submitApplication, { method: 'POST', body })
    receipts.push(((await response.json()) as SubmissionReceipt).receipt)
  }
  await lost.server.end('SIGKILL')
  await mkdir(join(root, 'new'))
  await copyFile(join(root, 'lost', RECEIPT_KEYS_FILE), join(root, 'new', RECEIPT_KEYS_FILE))
  await rm(join(root, 'lost'), { recursive: true })

  const { server, site } = await start('new')
  const newJobId = await site.createJob({ title: 'Wireline Panel Builder' })
  const times: number[] = []
  const form = page.getByRole('form', { name: 'Resubmission' })
  for (const receipt of receipts) {
    const began = performance.now()
    // Each applicant opens the link of the mail anew.
    await page.goto('about:blank')
    await page.goto(`${server.url}/recovery#receipt=${encodeReceipt(receipt)}`)
    await expect(page.getByRole('region', { name: 'Receipt' })).toContainText('The form is filled in from the receipt')
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Recovery Information Submitted')
    times.push(performance.now() - began)
  }

  const back = (await site.applications()).toSorted((one, other) => one.id - other.id)
  const pick = ({ name, email, phone, jobId: id, verifiedReceipt }: Application) => ({
    name,
    email,
    phone,
    jobId: id,
    reference: verifiedReceipt?.reference,
  })
  expect(back.map(pick)).toEqual(
    receipts.map(({ name, email, phone, reference }) => ({ name, email, phone, jobId: newJobId, reference })),
  )
  const slowest = Math.max(...times)
  expect(slowest).toBeLessThan(MINUTE_MS)
  console.log(
    `lost installation: ${APPLICANTS} applications are back, ${Math.round(times.reduce((sum, time) => sum + time) / APPLICANTS)} ms each, the slowest ${Math.round(slowest)} ms`,
  )
})
