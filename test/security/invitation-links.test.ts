import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ADMIN_API, ADMIN_PAGE, INVITATION_TOKEN_HEADER } from '../../contract/wire/admin-paths.ts'
import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { freePort } from '../free-port.ts'
import { CHOSEN, INVITED, join, readOffer, tokenIn } from '../people-kit.ts'
import { runServer } from '../run-server.ts'
import { startSmtpServer } from '../smtp/smtp-kit.ts'

test('the token of an invitation, shown or mailed, is in no log, metric, event or file of the program', async () => {
  const dataDir = await mkdtemp(joinPath(tmpdir(), 'wellhead-invited-'))
  const smtp = await startSmtpServer()
  const metrics = `127.0.0.1:${await freePort()}`
  const server = await runServer({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'trace', METRICS_ADDRESS: metrics },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' },
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await smtp.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const site = { request: (path: string, init?: RequestInit) => fetch(server.url + path, init) }
  const post = async (path: string, body: object, headers = {}) => {
    const json = { 'content-type': 'application/json', ...headers }
    return (await site.request(path, { method: 'POST', headers: json, body: JSON.stringify(body) })).json()
  }
  const { token: bearer } = await post(API.login, await post(SIGN_IN_API.setupAdmin, {}))
  const owner = { authorization: `Bearer ${bearer}` }
  const shown = tokenIn((await post(ADMIN_API.invitations, INVITED, owner)).url)
  await post(ADMIN_API.invitations, { ...INVITED, byMail: true }, owner)
  await smtp.untilReceived(1)
  const mailed = tokenIn(smtp.received[0]?.mail.text ?? '')

  const statuses: number[] = []
  for (const token of [shown, mailed]) {
    expect(token).not.toBe('')
    statuses.push((await readOffer(site, token)).status)
    // A mistaken client that puts it into the query, the path or the body.
    const headers = { [INVITATION_TOKEN_HEADER]: token, 'content-type': 'application/json' }
    await site.request(`${SIGN_IN_API.join}?token=${token}`, { headers })
    await site.request(`${ADMIN_PAGE.join}/${token}`)
    await site.request(SIGN_IN_API.join, { method: 'POST', headers, body: `{"token":"${token}"` })
    statuses.push((await join(site, token, { username: `zoe.${statuses.length}` })).status)
    statuses.push((await join(site, token)).status)
  }
  expect(statuses).toEqual([200, 201, 404, 200, 201, 404])
  const measured = await (await fetch(`http://${metrics}/metrics`)).text()
  await server.end('SIGTERM')
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('wellhead.sqlite')
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(joinPath(parentPath, name), 'latin1')),
  )
  for (const secret of [shown, mailed, CHOSEN])
    for (const text of [server.written(), measured, ...contents]) expect(text.includes(secret)).toBe(false)
})
