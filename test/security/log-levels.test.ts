import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { APPLICANT, fixture, form } from '../factories.ts'
import { keyAddresses } from '../requests/key-addresses.ts'
import { sendRaw } from '../requests/raw-request.ts'
import { startInProcess } from '../start-in-process.ts'

/** Marks a secret or a name, wherever a client can send one. */
const MARK = 'unmistakable-marker'
const HEADERS = {
  authorization: `Bearer ${MARK}`,
  cookie: `wellhead_applications=${MARK}; other=${MARK}`,
  'x-forwarded-for': MARK,
  'x-forwarded-host': MARK,
  'x-setup-token': MARK,
  'x-application-token': MARK,
  'idempotency-key': MARK,
  'user-agent': MARK,
  referer: `http://${MARK}/`,
  'x-request-id': MARK,
  'if-none-match': `"${MARK}"`,
  accept: MARK,
}

async function callEverything(url: string): Promise<void> {
  const json = { ...HEADERS, 'content-type': 'application/json' }
  const login = JSON.stringify({ username: MARK, password: MARK })
  const resume = { name: `${MARK}.pdf`, content: fixture('resume.pdf') }
  const requests: [string, RequestInit][] = [
    [`/?q=${MARK}`, { headers: HEADERS }],
    [`/${MARK}?q=${MARK}`, { headers: HEADERS }],
    [`/jobs/${MARK}`, { headers: HEADERS }],
    [`/api/jobs?${MARK}=${MARK}`, { headers: HEADERS }],
    [`/api/jobs/${MARK}`, { headers: HEADERS }],
    [`/api/applications?q=${MARK}`, { headers: HEADERS }],
    [`/api/applications/1/resume?${MARK}`, { headers: HEADERS }],
    ['/api/my-application', { headers: HEADERS }],
    ['/api/auth/setup-admin', { method: 'POST', headers: HEADERS }],
    ['/api/auth/login', { method: 'POST', headers: json, body: login }],
    ['/api/auth/login', { method: 'POST', headers: json, body: `{"${MARK}` }],
    ['/api/auth/login', { method: 'POST', headers: { 'content-type': `text/${MARK}` }, body: MARK }],
    ['/api/submit-application', { method: 'POST', headers: HEADERS, body: form({ ...APPLICANT, name: MARK }, resume) }],
    ['/api/submit-application', { method: 'POST', body: form({ ...APPLICANT, name: MARK, note: MARK }, resume) }],
    [
      '/api/submit-application',
      { method: 'POST', body: form({ [MARK]: MARK }, { ...resume, content: Buffer.from(MARK) }) },
    ],
    [
      '/api/recovery/resubmit',
      { method: 'POST', headers: HEADERS, body: form({ ...APPLICANT, additionalInfo: MARK }, resume) },
    ],
    [
      '/api/submit-application',
      { method: 'POST', headers: { ...HEADERS, 'content-type': `multipart/form-data; boundary=${MARK}` }, body: MARK },
    ],
  ]
  for (const path of keyAddresses(MARK)) requests.push([path, { headers: HEADERS }], [path, { method: 'POST' }])
  for (const [path, init] of requests) await (await fetch(url + path, init)).arrayBuffer()
  await sendRaw(
    url,
    `GET /api/auth/me HTTP/1.1\r\nHost: ${MARK}\r\nAuthorization: ${MARK}\r\nConnection: close\r\n\r\n`,
  )
  await sendRaw(url, `${MARK} / HTTP/1.1\r\n\r\n`)
  await sendRaw(url, `GET /%${MARK} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
}

test.each(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])(
  'a log at level %s has nothing that clients send',
  async (LOG_LEVEL) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-levels-'))
    const server = await startInProcess({ DATA_DIR: dataDir, LOG_LEVEL, TRUST_PROXY: '1' })
    try {
      await callEverything(server.url)
      if (['trace', 'debug', 'info'].includes(LOG_LEVEL)) {
        await vi.waitFor(() => expect(server.written()).toContain('/api/recovery/resubmit'))
      }
      const lines = server.written().split('\n')
      expect(lines.filter((line) => line.includes(MARK) || line.includes(APPLICANT.email))).toEqual([])
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
