import { connect, type Socket } from 'node:net'
import { fixture } from '../../../test/factories.ts'
import { HONEST_FIELDS, sendRaw, wireBody, wireHead } from '../../../test/requests/raw-upload.ts'
import { testWithSettings } from '../../steps/own-server.ts'
import { expect } from '../../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  fillApplication,
  newApplicant,
  pdfOf,
  SUBMIT_REQUEST,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

const test = testWithSettings(async () => ({}))

const OTHERS = 49
const LARGE = pdfOf(2 * 1024 * 1024)
const SENT = wireBody([{ name: 'resume', filename: 'cv.pdf', content: LARGE.buffer }])

/** An upload of a megabyte that is quick, and then waits. */
function uploadFrom(url: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(wireHead({ 'Content-Length': SENT.length }))
  socket.write(SENT.subarray(0, 1024 * 1024))
  return socket
}

test('a slow upload that is stopped for a faster one reads the response, and is retried', async ({
  page,
  context,
  ownSite,
}) => {
  const applicant = newApplicant()
  await visit(page, '/')
  const form = applicationForm(page)
  await fillApplication(form, applicant, LARGE)
  const others = Array.from({ length: OTHERS }, () => uploadFrom(ownSite.url))

  const network = await context.newCDPSession(page)
  const throttle = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await throttle(8_000)
  const responsePromise = page.waitForResponse(SUBMIT_REQUEST)
  await submitButton(form).click()

  // Their shared network has no upload slot left; the server drops the slow one once it has proved slow.
  const body = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.pdf', content: fixture('resume.pdf') }])
  await expect(async () => {
    const { status } = await sendRaw(ownSite.url, [wireHead({ 'Content-Length': body.length }), body])
    expect(status).toBe(201)
  }).toPass({ intervals: [500], timeout: 20_000 })
  const response = await responsePromise
  expect(response.status()).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('came slowly') })

  for (const socket of others) socket.destroy()
  await throttle(-1)
  await expectSubmitted(page)
  expect(await storedFor(ownSite, applicant)).toHaveLength(1)
})
