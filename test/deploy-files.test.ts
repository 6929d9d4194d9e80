import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { RESUME_MAX_BYTES } from '../contract/wire/limits.ts'
import { CONFIG_VARIABLES, readConfig } from '../server/config.ts'
import { TIMEOUTS } from '../server/platform/http/connections/timeouts.ts'
import { mailConfig } from '../server/platform/mail/mail-settings.ts'
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

/** Read before the configuration, and by the restore command alone. */
const READ_ELSEWHERE = ['NODE_COMPILE_CACHE', 'BACKUP_SEAL_KEY', 'BACKUP_SEAL_KEY_FILE']
/** What the containers decide: another value would lead to another port, folder or caller than nginx and volumes have. */
const FIXED_IN_CONTAINERS = [
  'COMPANY_FILE',
  'DATA_DIR',
  'HOST',
  'METRICS_ADDRESS',
  'NODE_COMPILE_CACHE',
  'PORT',
  'TRUST_PROXY',
]
const MAIL = mailConfig.variables

type Compose = { services: Record<string, { env_file?: string; environment: Record<string, string> }> }

const compose = parseYaml(read('deploy/compose.yaml')) as Compose

/** The variables of an example, those behind a `#` too. */
function variablesIn(file: string): Record<string, string> {
  return Object.fromEntries([...read(file).matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

/** The variables in the first column of the table in the README. */
function explained(): string[] {
  const rows = read('README.md').match(/^\| `[A-Z0-9_]+`[^|]*\|/gm) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? '')).toSorted()
}

test('the README explains every variable that the program reads, and the example for systemd has each', () => {
  const known = [...CONFIG_VARIABLES, ...READ_ELSEWHERE].toSorted()
  expect(explained()).toEqual(known)
  expect(Object.keys(variablesIn('deploy/wellhead.env.example')).toSorted()).toEqual(known)
})

test('every variable that the README explains reaches the program in its container', () => {
  for (const [name, { env_file, environment }] of Object.entries(compose.services).filter(([key]) =>
    /^app/.test(key),
  )) {
    expect(env_file, name).toBe('compose.env')
    const own = Object.keys(environment).filter((variable) => !environment[variable]?.startsWith(`\${${variable}:`))
    expect(own.toSorted(), name).toEqual(FIXED_IN_CONTAINERS)
    expect(
      Object.keys(environment).filter((variable) => !explained().includes(variable)),
      name,
    ).toEqual([])
  }
})

test('systemd gives the program every variable of its file, and sets none that the README does not explain', () => {
  for (const unit of UNITS) {
    expect(read(unit), unit).toMatch(/^EnvironmentFile=\/etc\/wellhead\/wellhead\.env$/m)
    const own = [...read(unit).matchAll(/(?:^Environment=| )([A-Z_]{4,})=/gm)].map(([, name]) => name ?? '')
    expect(own.length, unit).toBeGreaterThan(1)
    expect(
      own.filter((name) => !explained().includes(name)),
      unit,
    ).toEqual([])
  }
})

test('the example for compose names the mail server, and every variable without which compose does not start', () => {
  const named = Object.keys(variablesIn('deploy/compose.env.example'))
  expect(named).toEqual(expect.arrayContaining(MAIL))
  const needed = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name ?? '')
  expect(named).toEqual(expect.arrayContaining(needed))
  expect(named.filter((name) => !needed.includes(name) && !explained().includes(name))).toEqual([])
})

test('every value of the examples is one that the program takes', () => {
  // These name files of another machine.
  const here = { COMPANY_FILE: join(root, 'company.example.json'), GOOGLE_DRIVE_CREDENTIALS: '' }
  // Of what a provider gives, the examples have no value.
  const provider = { OIDC_CLIENT_ID: 'wellhead', OIDC_CLIENT_SECRET: 'secret' }
  const systemd = readConfig({ ...variablesIn('deploy/wellhead.env.example'), ...here, ...provider }, 'production')
  expect(systemd.mail?.from).toEqual({ name: 'Careers', address: 'careers@example.com' })
  const secrets = { ...provider, S3_SECRET_ACCESS_KEY: 'secret', SECRET_KEY: 'x'.repeat(32) }
  const container = { ...variablesIn('deploy/compose.env.example'), ...here, ...secrets }
  expect(readConfig(container, 'production').mail?.perMinute).toBe(20)
})

test('no setting for systemd or Docker has a comment or a quotation mark in its value, which would be part of it', () => {
  const examples = [...read('docs/operations.md').matchAll(/```\w*\n((?:#.*\n)*[A-Z0-9_]+=[^`]+)```/g)]
    .map(([, text]) => text ?? '')
    .filter((text) => /^(PUBLIC_URL|SMTP_URL)=/m.test(text))
  expect(examples).toHaveLength(2)
  const files = [...examples, read('deploy/wellhead.env.example'), read('deploy/compose.env.example')].join('\n')
  const lines = files.split('\n').filter((line) => /^#?[A-Z0-9_]+=/.test(line))
  expect(lines.filter((line) => /=.*(\s#|["'…])/.test(line))).toEqual([])
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
