import { beforeEach, expect, test, vi } from 'vitest'
import { applicant, serve } from '../../../../../test/web-test-kit.ts'
import { openPreparedPdf, prepareAhead } from './prepared-resumes.ts'

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
})

test('a resume whose prefetch failed is opened once: by its own request, without a report', async () => {
  const application = applicant(1)
  const sent = serve(503, {})
  await prepareAhead(application, 0)
  await openPreparedPdf(application)
  await new Promise(setImmediate)
  expect(sent).toEqual([
    ['GET', '/api/applications/1/resume?prefetch=true'],
    ['GET', '/api/applications/1/resume'],
  ])
})

test('a resume that is opened during a prefetch that fails is fetched by the next attempt, without a report', async () => {
  const application = applicant(2)
  const sent = serve(503, {})
  const prefetch = prepareAhead(application, 0)
  await expect(openPreparedPdf(application)).rejects.toMatchObject({ status: 503 })
  await prefetch
  await openPreparedPdf(application)
  await new Promise(setImmediate)
  expect(sent.map(([method]) => method)).toEqual(['GET', 'GET'])
})

test('a prefetched resume is reported as opened, again where the report failed', async () => {
  const application = applicant(3)
  const sent = serve({}, 503, {})
  await prepareAhead(application, 0)
  for (const requests of [2, 3, 3]) {
    await openPreparedPdf(application)
    await new Promise(setImmediate)
    expect(sent).toHaveLength(requests)
  }
  expect(sent[2]).toEqual(['POST', '/api/admin/applications/3/resume-opened'])
})
