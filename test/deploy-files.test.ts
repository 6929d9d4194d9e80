import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { RESUME_MAX_BYTES } from '../contract/limits.ts'
import { TIMEOUTS } from '../server/platform/http/connections/timeouts.ts'
import { startTestApp } from './test-app.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const UNITS = ['deploy/systemd/wellhead.service', 'deploy/systemd/wellhead@.service']
const MEBIBYTE = 1024 * 1024

/** The number after a setting of nginx or systemd; every file that sets it has the same number. */
function setting(file: string, name: RegExp): number {
  const values = new Set([...read(file).matchAll(name)].map(([, value]) => Number(value)))
  expect([...values], `${file} ${name}`).toHaveLength(1)
  return Number([...values][0])
}

test('every variable that the deployment files set is one that the README explains', () => {
  const compose = /&environment\n((?: {4}\S.*\n)+)/.exec(read('deploy/compose.yaml'))?.[1] ?? ''
  const named = [
    ...[...compose.matchAll(/^ {4}(\w+):/gm)],
    ...[
      ...UNITS.map(read)
        .join('')
        .matchAll(/(?:^Environment=| )([A-Z_]{4,})=/gm),
    ],
    ...[...read('deploy/wellhead.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)],
  ].map(([, name]) => name)
  const explained = new Set([...read('README.md').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => name && !explained.has(name))).toEqual([])
})

test('no setting for systemd or Docker has a comment behind its value, which would be part of it', () => {
  const examples = [...read('docs/operations.md').matchAll(/```\n(PUBLIC_URL=[^`]+)```/g)].map(([, text]) => text)
  expect(examples).toHaveLength(1)
  const files = [...examples, read('deploy/wellhead.env.example'), read('deploy/compose.env.example')].join('\n')
  expect(files.split('\n').filter((line) => /^#?[A-Z0-9_]+=.*[\s#…]/.test(line))).toEqual([])
})

test('a supervisor waits longer for the end than the process takes for it', () => {
  const source = 'server/shutdown.ts'
  const milliseconds = (name: string) =>
    Number(new RegExp(`${name} = ([\\d_]+)`).exec(read(source))?.[1]?.replaceAll('_', ''))
  const longestMs = milliseconds('DRAIN_MS') + milliseconds('CLOSE_MS')
  expect(longestMs).toBeGreaterThan(0)
  for (const unit of UNITS) expect(setting(unit, /^TimeoutStopSec=(\d+)$/gm) * 1000).toBeGreaterThan(longestMs)
  expect(setting('deploy/compose.yaml', /&app[\s\S]*?stop_grace_period: (\d+)s/g) * 1000).toBeGreaterThan(longestMs)
})

test('nginx has the timeouts of the server and takes every form that the server takes', () => {
  const site = 'deploy/nginx/wellhead.conf'
  expect(setting(site, /client_header_timeout (\d+)s/g) * 1000).toBe(TIMEOUTS.headersMs)
  expect(setting(site, /client_body_timeout (\d+)s/g) * 1000).toBe(TIMEOUTS.idleMs)
  expect(setting('deploy/nginx/locations.conf', /proxy_read_timeout (\d+)s/g) * 1000).toBe(TIMEOUTS.requestMs)
  expect(setting('deploy/nginx/proxy.conf', /proxy_read_timeout (\d+)s/g) * 1000).toBeGreaterThan(TIMEOUTS.idleMs)
  expect(setting(site, /client_max_body_size (\d+)m/g) * MEBIBYTE).toBeGreaterThan(RESUME_MAX_BYTES + MEBIBYTE)
})

test('nginx passes on the requested host and an address that no client chose, and the server trusts exactly these', () => {
  const proxy = read('deploy/nginx/proxy.conf')
  expect(proxy).toMatch(/^proxy_set_header Host \$host;$/m)
  expect(proxy).toMatch(/^proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  for (const file of ['deploy/compose.yaml', 'deploy/wellhead.env.example']) {
    expect(read(file), file).toMatch(/PUBLIC_URL[=:]/)
    expect(setting(file, /TRUST_PROXY[=:][\s"]*(\w+)/g), file).toBe(1)
  }
})

test('the container of nginx has every file of its folder', () => {
  const files = readdirSync(join(root, 'deploy/nginx')).filter((file) => file !== 'upstream.conf')
  const mounted = [...read('deploy/compose.yaml').matchAll(/- \.\/nginx\/(\S+?):/g)].map(([, file]) => file)
  expect(mounted.toSorted()).toEqual(files.toSorted())
})

/** The cache key of nginx, beside the address. */
function encodingKey(header: string): string {
  const map = /map \$http_accept_encoding \$wellhead_encoding \{([^}]+)\}/.exec(read('deploy/nginx/wellhead.conf'))?.[1]
  const lines = [...(map ?? '').matchAll(/"~(\*?)(.+)" (\S+);/g)]
  expect(lines).toHaveLength(3)
  const [, , , key] =
    lines.find(([, isAnyCase, pattern]) => new RegExp(pattern ?? '', isAnyCase && 'i').test(header)) ?? []
  return key === '$http_accept_encoding' ? header : (key ?? '')
}

test('a response that nginx caches is the same for all its recipients', async () => {
  const app = await startTestApp()
  const encodings = new Map<string, Set<string | null>>()
  const headers = [
    'br',
    'gzip, deflate, br, zstd',
    'BR;q=1',
    'br;q=0',
    'br;q=.5, gzip',
    'br ;q=0,gzip',
    'gzip;q=0',
    'GZIP',
  ]
  for (const header of [...headers, 'gzip, deflate', 'x-br', 'br-2, gzip', 'identity', 'deflate', '*', '']) {
    const response = await app.request('/api/jobs', { headers: { 'accept-encoding': header } })
    const key = encodingKey(header)
    encodings.set(key, (encodings.get(key) ?? new Set()).add(response.headers.get('content-encoding')))
  }
  await app.stop()
  expect([...encodings].filter(([, given]) => given.size > 1)).toEqual([])
  expect(Object.fromEntries(encodings)).toMatchObject({
    br: new Set(['br']),
    gzip: new Set(['gzip']),
    '': new Set([null]),
  })
})

test('a process that is ready again gets requests before the next one is stopped', () => {
  const takenUp = Number(/TAKEN_UP_MS = ([\d_]+)/.exec(read('deploy/is-ready.js'))?.[1]?.replaceAll('_', ''))
  expect(takenUp).toBeGreaterThan(setting('deploy/nginx/upstream.conf', /fail_timeout=(\d+)s/g) * 1000)
})
