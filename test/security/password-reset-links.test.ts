import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN_API, PASSWORD_RESET_HEADER } from '../../contract/wire/admin-paths.ts'
import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { askForReset, readReset, resetBy, resetTokenIn } from '../password-reset-kit.ts'
import { CHOSEN } from '../people-kit.ts'
import { runServer } from '../run-server.ts'
import { startSmtpServer } from '../smtp/smtp-kit.ts'

test('the token of a link for a new password, and that password, are in no log and no file of the program', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-reset-'))
  const smtp = await startSmtpServer()
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' }
  const server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'trace', ...mail })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const site = { request: (path: string, init?: RequestInit) => fetch(server.url + path, init) }
  const send = async (method: string, path: string, body: object, headers = {}) => {
    const json = { 'content-type': 'application/json', ...headers }
    return (await site.request(path, { method, headers: json, body: JSON.stringify(body) })).json()
  }
  const { username, password } = await send('POST', SIGN_IN_API.setupAdmin, {})
  const { token: bearer } = await send('POST', API.login, { username, password })
  await send('PUT', ADMIN_API.ownEmail, { email: 'ana@example.com' }, { authorization: `Bearer ${bearer}` })
  expect((await askForReset(site, 'ana@example.com')).status).toBe(202)
  await smtp.untilReceived(1)
  const token = resetTokenIn(smtp.received[0]?.mail.text)
  expect(token).not.toBe('')

  const headers = { [PASSWORD_RESET_HEADER]: token, 'content-type': 'application/json' }
  // A mistaken client that puts it into the query, the path or the body.
  await site.request(`${SIGN_IN_API.passwordReset}?token=${token}`, { headers })
  await site.request(`${SIGN_IN_API.passwordReset}/${token}`)
  await site.request(SIGN_IN_API.passwordReset, { method: 'POST', headers, body: `{"token":"${token}"` })
  expect([(await readReset(site, token)).status, (await resetBy(site, token)).status]).toEqual([200, 204])
  await smtp.untilReceived(2)
  await server.end('SIGTERM')
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('wellhead.sqlite')
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  for (const secret of [token, CHOSEN])
    for (const text of [server.written(), ...contents]) expect(text.includes(secret)).toBe(false)
})
