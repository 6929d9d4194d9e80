import { expect, test, vi } from 'vitest'
import { API } from '../../../contract/wire/paths.ts'
import { APPLICANT, applyAtOnce } from '../../../test/factories.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { prepareApplicants } from '../../../test/smtp/applicant-kit.ts'
import { DAY, MINUTE, NOON, PATIENT } from '../../../test/smtp/mail-kit.ts'

const { countTasks, app, smtp, goTo, withLink, readOwn, arrive, askForLink, tokenIn, decide } = prepareApplicants()

test('every attempt to send makes a link of its own, and the database has none of them', async () => {
  smtp().plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Later' })
  await applyAtOnce(app())
  await vi.waitFor(
    async () =>
      expect(await app().db.selectFrom('mails').select(['state', 'attempts']).executeTakeFirst()).toEqual({
        state: 'waiting',
        attempts: 1,
      }),
    PATIENT,
  )
  await goTo(MINUTE)
  const token = await tokenIn(1)
  const links = await app().db.selectFrom('application_links').selectAll().execute()
  expect(links).toHaveLength(2)
  const { body } = await app().db.selectFrom('mails').select('body').executeTakeFirstOrThrow()
  expect(body).toContain('{status_link}')
  expect(JSON.stringify([links, await everyRow(app()), body])).not.toContain(token)
})

test('a link ends 30 days after the decision; a new one goes only to the address on file', async () => {
  const { id, token } = await arrive()
  await goTo(100 * DAY)
  expect((await withLink('GET', API.myApplication, token)).status).toBe(200)
  await decide(id, 'hired')
  await goTo(130 * DAY - 1)
  expect((await withLink('GET', API.myApplication, token)).status).toBe(200)
  await goTo(130 * DAY)
  expect((await withLink('GET', API.myApplication, token)).status).toBe(404)

  expect((await askForLink('ANA@example.com')).status).toBe(204)
  const newToken = await tokenIn(2)
  expect(smtp().received[1]?.envelopeTo).toEqual([APPLICANT.email])
  expect(await readOwn(newToken)).toMatchObject({ stage: 'decided' })
  // A second request in the same hour sends nothing.
  await askForLink(APPLICANT.email)
  await vi.waitFor(async () => expect(await countTasks('send-links', 'send-mail')).toBe(0), PATIENT)
  expect(smtp().received).toHaveLength(2)
})

test('the request for a new link looks the same for an address without an application, and is limited by network', async () => {
  await arrive()
  const responses = [await askForLink(APPLICANT.email), await askForLink('stranger@example.com')]
  const shown = (response: Response) => [response.status, ...[...response.headers].filter(([name]) => name !== 'date')]
  expect(shown(responses[0] as Response)).toEqual(shown(responses[1] as Response))
  await vi.waitFor(async () => expect(await countTasks('send-links', 'send-mail')).toBe(0), PATIENT)
  expect(smtp().received.map(({ envelopeTo }) => envelopeTo)).toEqual([[APPLICANT.email], [APPLICANT.email]])
  for (let count = 3; count <= 20; count += 1) expect((await askForLink('stranger@example.com')).status).toBe(204)
  const refused = await askForLink('stranger@example.com')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
})

test('wrong, expired, revoked and malformed tokens get the same response', async () => {
  const [expired, revoked] = [(await arrive()).token, (await arrive()).token]
  const links = await app().db.selectFrom('application_links').select('token_hash').orderBy('application_id').execute()
  const past = { expires_at: new Date(NOON).toISOString() }
  await app()
    .db.updateTable('application_links')
    .set(past)
    .where('token_hash', '=', links[0]?.token_hash ?? '')
    .execute()
  const ended = { revoked_at: new Date(NOON).toISOString() }
  await app()
    .db.updateTable('application_links')
    .set(ended)
    .where('token_hash', '=', links[1]?.token_hash ?? '')
    .execute()
  await vi.waitFor(async () => expect(await countTasks('send-links', 'send-mail')).toBe(0), PATIENT)
  const before = await everyRow(app())
  const responses = new Set<string>()
  for (const token of [expired, revoked, 'A'.repeat(43), '', 'x', 'A'.repeat(5_000), undefined]) {
    const response = await withLink('GET', API.myApplication, token)
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    responses.add(JSON.stringify([response.status, headers, await response.text()]))
  }
  expect([...responses]).toHaveLength(1)
  expect([...responses][0]).toContain('404')
  expect(await everyRow(app())).toEqual(before)
})
