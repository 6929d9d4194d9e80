import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeServiceAccount } from '../test/google-drive/fake-google-token.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './platform/operator-faults.ts'

const driveIn = (environment: Record<string, string>) =>
  readConfig(environment, 'production').remoteStores['google-drive']

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, 'production')
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('no setting at all is a valid configuration, open to every address in production only', () => {
  expect(readConfig({}, 'production')).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    publicUrl: 'http://localhost:3000',
  })
  expect(readConfig({}, 'development').host).toBe('127.0.0.1')
})

test('every fault is listed at once', () => {
  const faults = faultsOf({
    HOST: 'bad host',
    PORT: 'many',
    PUBLIC_URL: 'ftp://example.com',
    LOG_LEVEL: 'loud',
    SETUP_TOKEN: 'short',
    SUBMISSIONS_PER_HOUR: '-1',
    TRUST_PROXY: 'perhaps',
    DATABASE_URL: 'mysql://localhost/wellhead',
    COMPANY_FILE: '/nowhere/company.json',
  })
  expect(faults).toHaveLength(9)
  for (const name of [
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'LOG_LEVEL',
    'SETUP_TOKEN',
    'TRUST_PROXY',
    'DATABASE_URL',
    'COMPANY_FILE',
  ]) {
    expect(
      faults.some((fault) => fault.startsWith(name)),
      name,
    ).toBe(true)
  }
})

test('DATABASE_URL with a database selects PostgreSQL; its other settings are refused without it', () => {
  const DATABASE_URL = 'postgresql://ana:secret@db.example/wellhead?sslmode=verify-full'
  expect(readConfig({ DATABASE_URL, DATA_DIR_SHARED: 'true' }, 'production')).toMatchObject({
    postgres: { url: DATABASE_URL, poolSize: 10 },
    isDataDirShared: true,
  })
  expect(readConfig({}, 'production')).toMatchObject({ postgres: null, isDataDirShared: false })
  expect(faultsOf({ DATABASE_URL: 'postgres://ana:secret@db.example/', DATABASE_POOL: '1' })).toEqual([
    expect.stringMatching(/^DATABASE_URL must be an address such as .* %2F and %40$/),
    'DATABASE_POOL must be a whole number between 2 and 200',
  ])
  expect(faultsOf({ DATABASE_POOL: '5', DATA_DIR_SHARED: 'true' })).toEqual([
    'DATABASE_POOL is of use only with DATABASE_URL',
    'DATA_DIR_SHARED needs DATABASE_URL: with SQLite one process has the folder to itself',
  ])
})

test('the settings of company accounts go together, and an issuer is an https address', () => {
  const given = { OIDC_ISSUER: 'https://id.example.com/', OIDC_CLIENT_ID: 'wellhead', OIDC_CLIENT_SECRET: 'secret' }
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = given
  expect(readConfig({}, 'production').oidc).toBeNull()
  expect(readConfig(given, 'production').oidc).toEqual({
    ...{ issuer, clientId, clientSecret, name: 'your company account' },
  })
  expect(readConfig({ ...given, OIDC_NAME: ' Example ID ' }, 'production').oidc?.name).toBe('Example ID')
  expect(faultsOf({ OIDC_ISSUER: issuer })).toEqual([
    'Signing in with company accounts needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too',
  ])
  expect(faultsOf({ OIDC_NAME: 'Example ID' })).toEqual([
    'OIDC_NAME needs OIDC_ISSUER: without a provider, nobody signs in with it',
  ])
  const long = { OIDC_CLIENT_ID: 'x'.repeat(1_001), OIDC_CLIENT_SECRET: 'x'.repeat(1_001), OIDC_NAME: 'x'.repeat(61) }
  expect(faultsOf({ OIDC_ISSUER: 'http://id.example.com', ...long })).toEqual([
    'OIDC_ISSUER must be the https address by which the provider names itself, without query',
    'OIDC_CLIENT_ID has at most 1000 characters',
    'OIDC_CLIENT_SECRET has at most 1000 characters',
    'OIDC_NAME has at most 60 characters',
  ])
  for (const odd of ['id.example.com', 'https://id.example.com/?a=b', 'https://ana@id.example.com', 'file:///etc'])
    expect(faultsOf({ ...given, OIDC_ISSUER: odd }), odd).toEqual([expect.stringMatching(/^OIDC_ISSUER must be/)])
  expect(faultsOf({ ...given, OIDC_ISSUER: 'http://127.0.0.1:4000' })).toEqual([])
})

test.each([
  ['a slash in the password', 'ana:1/secret@db.example/wellhead', /^DATABASE_URL must be .*%2F/],
  ['a misspelt parameter', 'db.example/wellhead?sslmod=verify-full', /^DATABASE_URL .* not known, sslmod:/],
  ['an sslmode that is not known', 'db.example/wellhead?sslmode=always', /^DATABASE_URL has an sslmode .* verify-full/],
])('%s never makes a connection without encryption, or to somewhere else', (_, address, fault) => {
  const faults = faultsOf({ DATABASE_URL: `postgres://${address}` })
  expect(faults).toEqual([expect.stringMatching(fault)])
  expect(faults[0]).not.toContain('secret')
})

test('changed postings are announced only with a key of the right form', () => {
  const url = 'https://api.indexnow.org/indexnow'
  expect(readConfig({ INDEXNOW_KEY: '0123456789abcdef' }, 'production').indexNow).toEqual({
    key: '0123456789abcdef',
    url,
  })
  expect(readConfig({}, 'production').indexNow).toBeNull()
  expect(faultsOf({ INDEXNOW_KEY: '../robots' })).toEqual([expect.stringMatching(/^INDEXNOW_KEY must have 8 to 128/)])
  expect(faultsOf({ INDEXNOW_URL: 'http://127.0.0.1:9/' })).toEqual([
    'INDEXNOW_URL needs INDEXNOW_KEY: without a key, nothing is announced',
  ])
})

test('an empty value counts as absent', () => {
  expect(readConfig({ PORT: '', SETUP_TOKEN: '' }, 'production')).toMatchObject({ port: 3000, setupToken: null })
})

test.each([
  ['false', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
  ['loopback,fc00::/7,::1', ['loopback', 'fc00::/7', '::1']],
])('TRUST_PROXY=%s', (text, expected) => {
  expect(readConfig({ TRUST_PROXY: text }, 'production').trustProxy).toEqual(expected)
})

test.each(['true', 'TRUE'])('TRUST_PROXY=%s is refused, and the message says what to set', (text) => {
  expect(faultsOf({ TRUST_PROXY: text })).toEqual([
    expect.stringMatching(/^TRUST_PROXY=true is refused: .* number of proxies in front \(TRUST_PROXY=1\), or their/),
  ])
})

test('every wrong part of TRUST_PROXY is listed, also a network that trusts every client', () => {
  const wrong = ['10.0.0.300', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/', '1.2.3.4/8/8', 'proxy.internal', '']
  const faults = faultsOf({ TRUST_PROXY: ['10.0.0.1', ...wrong].join(',') })
  expect(faults.map((fault) => /: ("[^ ]*") is none/.exec(fault)?.[1])).toEqual(wrong.map((part) => `"${part}"`))
  expect(faultsOf({ TRUST_PROXY: '99' })).toEqual(['TRUST_PROXY must be 10 at most'])
})

test.each([
  [{ PORT: '80' }, 'http://localhost'],
  [{ HOST: '::' }, 'http://localhost:3000'],
  [{ HOST: '192.168.1.5' }, 'http://192.168.1.5:3000'],
  [{ HOST: 'fd00::5' }, 'http://[fd00::5]:3000'],
  [{ HOST: 'fe80::1%eth0' }, 'http://localhost:3000'],
  [{ HOST: '192.168.1.5', PUBLIC_URL: 'https://Careers.example.com/' }, 'https://careers.example.com'],
])('with %j visitors use %s', (environment, url) => {
  expect(readConfig(environment as Record<string, string>, 'production').publicUrl).toBe(url)
})

test('the missing Google Drive settings are named for either way of signing in', () => {
  const missing = (environment: Record<string, string>) => driveIn(environment).missing
  expect(missing({})).toEqual(['GOOGLE_DRIVE_FOLDER_ID', 'GOOGLE_DRIVE_CREDENTIALS'])
  expect(missing({ GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CLIENT_ID: 'c' })).toEqual([
    'GOOGLE_DRIVE_CLIENT_SECRET',
    'GOOGLE_DRIVE_REFRESH_TOKEN',
  ])
  const credentials = JSON.stringify(makeServiceAccount().keyFile)
  expect(missing({ GOOGLE_DRIVE_CREDENTIALS: credentials })).toEqual(['GOOGLE_DRIVE_FOLDER_ID'])
  expect(missing({ GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CREDENTIALS: credentials })).toEqual([])
})

test('Google Drive that is partly set stays disconnected and does not stop the start', () => {
  const partly = { GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CLIENT_ID: 'c' }
  expect(driveIn(partly)).toMatchObject({ settings: null, isHalfSet: true })
  expect(readConfig(partly, 'production').keepsLocal).toBe(true)
  expect(driveIn({}).isHalfSet).toBe(false)
})

test('a service account is read from the variable itself or from the file it names', () => {
  const { keyFile } = makeServiceAccount()
  using folder = mkdtempDisposableSync(join(tmpdir(), 'wellhead-drive-'))
  const file = join(folder.path, 'key.json')
  writeFileSync(file, JSON.stringify(keyFile))
  for (const value of [JSON.stringify(keyFile), file]) {
    const { settings } = driveIn({ GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CREDENTIALS: value })
    expect(settings).toEqual({
      folderId: 'f',
      credentials: { kind: 'service-account', clientEmail: keyFile.client_email, privateKey: keyFile.private_key },
      apiUrl: 'https://www.googleapis.com',
    })
  }
})

test('an OAuth client, another API address and no local replicas', () => {
  const config = readConfig(
    {
      GOOGLE_DRIVE_FOLDER_ID: 'f',
      GOOGLE_DRIVE_CLIENT_ID: 'c',
      GOOGLE_DRIVE_CLIENT_SECRET: 's',
      GOOGLE_DRIVE_REFRESH_TOKEN: 'r',
      GOOGLE_DRIVE_API_URL: 'http://127.0.0.1:9/',
      GOOGLE_DRIVE_KEEP_LOCAL: 'false',
    },
    'production',
  )
  expect(config).toMatchObject({
    remoteStores: {
      'google-drive': {
        settings: {
          credentials: { kind: 'refresh-token', clientId: 'c', clientSecret: 's', refreshToken: 'r' },
          apiUrl: 'http://127.0.0.1:9',
        },
      },
    },
    keepsLocal: false,
  })
})

const IS_NO_KEY = 'GOOGLE_DRIVE_CREDENTIALS is no key of a service account'

test.each([
  [
    'a file that is not there',
    '/nowhere/key.json',
    'GOOGLE_DRIVE_CREDENTIALS names a file that cannot be read: ENOENT',
  ],
  ['a device', '/dev/zero', 'GOOGLE_DRIVE_CREDENTIALS names a file that cannot be read: it is not a file'],
  ['broken JSON', '{"client_email": "a@b", "private_key": "hidden', `${IS_NO_KEY}: it is not a JSON object`],
  ['an empty object', '{}', `${IS_NO_KEY}: client_email is missing, private_key is missing`],
  [
    'an unusable key',
    '{"client_email": "a@b", "private_key": "hidden"}',
    `${IS_NO_KEY}: private_key is not a usable RSA key`,
  ],
])('credentials for Google Drive are refused for %s, without quoting them', (_what, value, fault) => {
  expect(faultsOf({ GOOGLE_DRIVE_CREDENTIALS: value })).toEqual([fault])
})

test('the other settings of Google Drive are checked as well', () => {
  const faults = faultsOf({
    GOOGLE_DRIVE_FOLDER_ID: 'https://drive.google.com/drive/folders/1a?usp=sharing',
    GOOGLE_DRIVE_API_URL: 'https://www.googleapis.com/drive',
    GOOGLE_DRIVE_KEEP_LOCAL: 'maybe',
  })
  expect(faults).toEqual([
    "GOOGLE_DRIVE_FOLDER_ID must be the folder's id: the last part of its address in the browser",
    'GOOGLE_DRIVE_API_URL must be an http or https address without a path',
    'GOOGLE_DRIVE_KEEP_LOCAL must be true or false',
  ])
})

test.each([
  ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['', null],
])('METRICS_ADDRESS %j is read as %j', (address, metrics) => {
  expect(readConfig({ METRICS_ADDRESS: address }, 'production').metrics).toEqual(metrics)
})

test.each(['9464', '127.0.0.1', ':9464', '127.0.0.1:99999', 'http://127.0.0.1:9464', '::1:9464'])(
  'METRICS_ADDRESS %j is refused',
  (address) => {
    expect(faultsOf({ METRICS_ADDRESS: address })).toEqual([expect.stringMatching(/^METRICS_ADDRESS must be/)])
  },
)

test.each([
  { HOST: '127.0.0.1', PORT: '3001', METRICS_ADDRESS: '127.0.0.1:3001' },
  { METRICS_ADDRESS: '127.0.0.1:3000' },
  { HOST: '127.0.0.1', METRICS_ADDRESS: '0.0.0.0:3000' },
])('METRICS_ADDRESS is refused where the site listens: %j', (environment) => {
  expect(faultsOf(environment)).toEqual([expect.stringMatching(/^METRICS_ADDRESS is where the site itself listens/)])
})

test.each([
  { HOST: '127.0.0.1', METRICS_ADDRESS: '127.0.0.2:3000' },
  { PORT: '0', METRICS_ADDRESS: '127.0.0.1:0' },
])('METRICS_ADDRESS is taken beside the site: %j', (environment) => {
  expect(faultsOf(environment)).toEqual([])
})

test.each(['localhost', '::1', 'fe80::1%eth0', 'careers-1.internal'])('HOST=%s', (HOST) => {
  expect(readConfig({ HOST }, 'production').host).toBe(HOST)
})

test.each([
  ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['unix:/run/clamd.ctl', { path: '/run/clamd.ctl' }],
  ['scanner.internal:3310', { host: 'scanner.internal', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
])('CLAMAV_SOCKET=%s', (text, address) => {
  expect(readConfig({ CLAMAV_SOCKET: text }, 'production').virusScan).toEqual({ address, isRequired: false })
})

test('a scanner is required only where there is one', () => {
  expect(readConfig({}, 'production').virusScan).toBeNull()
  const config = readConfig({ CLAMAV_SOCKET: '/s', CLAMAV_REQUIRED: 'true' }, 'production')
  expect(config.virusScan?.isRequired).toBe(true)
  expect(faultsOf({ CLAMAV_REQUIRED: 'true' })).toEqual([expect.stringContaining('needs CLAMAV_SOCKET')])
  expect(faultsOf({ CLAMAV_SOCKET: 'clamd.ctl' })).toEqual(['CLAMAV_SOCKET must be the path of a socket or host:port'])
})

test('MIN_FREE_DISK_MB is read in mebibytes, and 0 is no floor', () => {
  expect(readConfig({}, 'production').minFreeDiskBytes).toBe(200 * 1024 * 1024)
  expect(readConfig({ MIN_FREE_DISK_MB: '0' }, 'production').minFreeDiskBytes).toBe(0)
  expect(faultsOf({ MIN_FREE_DISK_MB: 'lots' })).toEqual(['MIN_FREE_DISK_MB must be a whole number, 0 or more'])
})

const BUCKET = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'resumes',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

test('a bucket that is half set refuses the start and names what is missing', () => {
  const { S3_BUCKET, ...rest } = BUCKET
  expect(() => readConfig({ ...rest, S3_SECRET_ACCESS_KEY: '' }, 'production')).toThrow(
    'set S3_BUCKET and S3_SECRET_ACCESS_KEY too',
  )
  expect(() => readConfig({ S3_REGION: 'eu-central-1' }, 'production')).toThrow('set S3_ENDPOINT and S3_BUCKET and')
  expect(() => readConfig({ ...BUCKET, S3_ENDPOINT: 'https://s3.example.com/resumes' }, 'production')).toThrow(
    'without a path',
  )
})

test('a bucket is the primary store with PostgreSQL, unless the data folder is shared', () => {
  const postgres = { DATABASE_URL: 'postgres://user@host/database', SECRET_KEY: 'k'.repeat(32) }
  expect(readConfig(BUCKET, 'production').primaryStore).toBe('local')
  expect(readConfig(postgres, 'production').primaryStore).toBe('local')
  expect(readConfig({ ...BUCKET, ...postgres }, 'production').primaryStore).toBe('s3')
  expect(readConfig({ ...BUCKET, ...postgres, DATA_DIR_SHARED: 'true' }, 'production').primaryStore).toBe('local')
})

test('processes that have only a bucket in common need the secret key for the keys of receipts', () => {
  const postgres = { ...BUCKET, DATABASE_URL: 'postgres://user@host/database' }
  expect(() => readConfig(postgres, 'production')).toThrow('SECRET_KEY is needed with DATABASE_URL and S3_BUCKET')
  expect(readConfig({ ...postgres, DATA_DIR_SHARED: 'true' }, 'production').secretKey).toBeNull()
  expect(faultsOf({ SECRET_KEY: 'short' })).toEqual([
    'SECRET_KEY must have at least 32 characters: openssl rand -base64 32',
  ])
})

const MAIL = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'careers@example.com' }

test('the mailbox of replies is read over TLS, and without it on this machine alone', () => {
  const inboxOf = (IMAP_URL: string) => readConfig({ ...MAIL, IMAP_URL }, 'production').inbox
  expect(inboxOf('imaps://jobs%40example.com:p%2Fw@mail.example.com/Careers%20replies')).toEqual({
    ...{ host: 'mail.example.com', port: 993, isTlsAtOnce: true, requiresTls: false, checksCertificate: true },
    ...{ user: 'jobs@example.com', password: 'p/w', folder: 'Careers replies', tagsReplies: false },
  })
  expect(inboxOf('imap://a:b@mail.example.com')).toMatchObject({ port: 143, requiresTls: true, folder: 'INBOX' })
  expect(inboxOf('imap://a:b@127.0.0.1:1143/')).toMatchObject({ port: 1143, requiresTls: false })
  expect(readConfig(MAIL, 'production').inbox).toBeNull()
})

test('a wrong mailbox of replies stops the start, and no message repeats its password', () => {
  const inboxFaults = (IMAP_URL: string) => faultsOf({ ...MAIL, IMAP_URL })
  const form = ['IMAP_URL must look like imaps://user:password@mail.example.com/INBOX']
  for (const wrong of ['pop3://a:secret@b', 'nonsense', 'imaps://a:secret@b/c?tls=none'])
    expect(inboxFaults(wrong)).toEqual(form)
  expect(inboxFaults('imaps://a@b')).toEqual(['IMAP_URL must have a user and a password'])
  expect(inboxFaults('imaps://a:secret%@b')).toEqual([expect.stringContaining('percent-encoded')])
  expect(faultsOf({ IMAP_URL: 'imaps://a:secret@b' })).toEqual([expect.stringContaining('needs SMTP_URL')])
  expect(faultsOf({ REPLY_TAGS: 'true' })).toEqual([expect.stringContaining('needs IMAP_URL')])
  const plus = { ...MAIL, MAIL_REPLY_TO: 'a+b@example.com', IMAP_URL: 'imaps://a:b@c', REPLY_TAGS: 'true' }
  expect(faultsOf(plus)).toEqual([expect.stringContaining('without a plus sign')])
})
