import { startTcpProxy } from '../../test/requests/tcp-proxy.ts'
import { startS3Server } from '../../test/s3/s3-server.ts'
import { expectNoViolationsAsShown } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { expectToast } from '../steps/steps.ts'

let proxy: Awaited<ReturnType<typeof startTcpProxy>>

const test = testWithSettings(async (used) => {
  const s3 = used.adopt(await startS3Server(), (server) => server.stop())
  proxy = used.adopt(await startTcpProxy(s3.port), (server) => server.stop())
  return { ...s3.environment(await s3.newBucket()), S3_ENDPOINT: proxy.url }
})

test('a bucket is shown next to the drive: what it holds, whether it is connected, and why not', async ({
  page,
  ownSite,
}) => {
  // Two servers are started first.
  test.slow()
  await ownSite.apply()
  await openAdmin(page, ownSite, '/admin/storage', 'Storage Settings')
  const card = page.getByRole('region', { name: 'S3 Storage' })
  await expect(card).toContainText('Connected to the bucket')
  await expect(card).toContainText('1 resume in the bucket.')
  const files = page.getByRole('region', { name: 'Resume Files' })
  await expect(files).toContainText('resumes are copied to the S3 bucket alone')
  await expectNoViolationsAsShown(page, 'storage with a bucket')

  await proxy.stopListening()
  await card.getByRole('button', { name: 'Test S3 Connection' }).click()
  await expectToast(page, 'Connection Failed')
  await expect(card).toContainText('Could not write a file: S3 cannot be reached (ECONNREFUSED).')
  await proxy.listenAgain()
  await card.getByRole('button', { name: 'Test S3 Connection' }).click()
  await expectToast(page, 'Connection Successful')
})
