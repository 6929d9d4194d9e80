import { beforeEach, expect, test, vi } from 'vitest'
import { COLLEAGUE_API } from '../../../contract/team/colleague-paths.ts'
import { otherThan, prepareColleague } from '../../../test/colleagues/colleague-kit.ts'
import { apply } from '../../../test/factories.ts'
import { openFiles } from '../../../test/open-files.ts'
import { MINUTE, NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'

const QUARTER = 15 * MINUTE
const { askedQuestion, askedQuestionResume, askedQuestionResumeText } = COLLEAGUE_API
const READS = [askedQuestion, askedQuestionResume, askedQuestionResumeText]

const site = prepareMail()
const { app } = site

let applicant: number
beforeEach(async () => {
  applicant = await apply(app())
})

const { askedToken, send, read, open, openFirst, sendCode, codeIn } = prepareColleague(site, () => applicant)

const openings = async () => {
  const entries = app().db.selectFrom('audit_trail').select('id').where('action', '=', 'colleague_opened')
  return (await entries.where('subject_id', '=', applicant).execute()).length
}

test('a resume is read with the link on a device that has opened it', async () => {
  const token = await askedToken()
  for (const path of [askedQuestionResume, askedQuestionResumeText])
    expect((await send(token, '', 'GET', path)).status, 'before it is opened').toBe(403)
  const device = await openFirst(token)
  const file = await send(token, device, 'GET', askedQuestionResume)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await send(token, device, 'GET', askedQuestionResumeText)).status).toBe(200)
})

test('each opening is noted, at the question, the file and the text alike, once a device and quarter of an hour', async () => {
  const token = await askedToken()
  await read(token)
  expect(await openings(), 'nothing was shown yet').toBe(0)
  const device = await openFirst(token)
  expect(await openings(), 'on opening').toBe(1)
  for (const [index, path] of READS.entries()) {
    app().setNow(new Date(NOON + (index + 1) * QUARTER))
    await send(token, device, 'HEAD', path)
    expect(await openings(), `HEAD ${path} shows nothing`).toBe(index + 1)
    const together = await Promise.all(READS.map(() => send(token, device, 'GET', path)))
    expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await openings(), path).toBe(index + 2)
  }
  await open(token, null, device)
  app().setNow(new Date(NOON + 4 * QUARTER))
  await open(token, null, device)
  expect(await openings(), 'opened again').toBe(5)
})

test('each device has its own openings', async () => {
  const token = await askedToken()
  await openFirst(token)
  await sendCode(token)
  const code = await codeIn(1)
  await open(token, otherThan(code))
  expect(await openings(), 'a wrong code shows nothing').toBe(1)
  await open(token, code)
  expect(await openings()).toBe(2)
})

test('what cannot be noted is not shown, and opens no file', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  app().setNow(new Date(NOON + QUARTER))
  const rename = (from: string, to: string) => app().db.schema.alterTable(from).renameTo(to).execute()
  await rename('audit_trail', 'audit_trail_away')
  const resumes = async () => (await openFiles()).filter((path) => path.startsWith(`${app().dataDir}/resumes/`))
  // Its text is read meanwhile.
  await vi.waitFor(async () => expect(await resumes()).toEqual([]), { timeout: 60_000 })
  try {
    for (const path of READS) {
      const response = await send(token, device, 'GET', path)
      expect([path, response.status]).toEqual([path, 500])
    }
  } finally {
    await rename('audit_trail_away', 'audit_trail')
  }
  expect(await resumes()).toEqual([])
  await send(token, device, 'GET', askedQuestionResume)
  expect(await openings(), 'and is noted when it can be').toBe(2)
})

test('a network downloads some forty resumes at once, and then waits', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  const together = await Promise.all(Array.from({ length: 60 }, () => send(token, device, 'GET', askedQuestionResume)))
  const given = together.filter(({ status }) => status === 200).length
  // The tests before have downloaded some.
  expect(given).toBeGreaterThan(20)
  expect(given, 'and not all').toBeLessThan(56)
  expect(together.every(({ status }) => [200, 429].includes(status))).toBe(true)
})

test('a network reads some two hundred texts of resumes at once, and then waits', async () => {
  const token = await askedToken()
  const device = await openFirst(token)
  const refusals: unknown[] = []
  for (let count = 0; count < 300; count += 50) {
    const together = Array.from({ length: 50 }, () => send(token, device, 'GET', askedQuestionResumeText))
    for (const response of await Promise.all(together))
      if (response.status !== 200) refusals.push(await response.json())
  }
  const tooMany = { code: 'too_many_requests', message: expect.stringContaining('read many times') }
  expect(refusals.length).toBeGreaterThan(20)
  expect(refusals.length).toBeLessThan(150)
  expect(refusals).toEqual(refusals.map(() => tooMany))
})
