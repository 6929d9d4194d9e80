import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, 'production')
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

test('nothing set is a sound configuration, open to every address in production only', () => {
  expect(readConfig({}, 'production')).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    publicUrl: 'http://localhost:3000',
  })
  expect(readConfig({}, 'development').host).toBe('127.0.0.1')
})

test('every fault is listed at once', () => {
  const faults = faultsOf({
    PORT: 'many',
    PUBLIC_URL: 'ftp://example.com',
    LOG_LEVEL: 'loud',
    SETUP_TOKEN: 'short',
    SUBMISSIONS_PER_HOUR: '-1',
    TRUST_PROXY: 'perhaps',
    DATABASE_URL: 'postgres://localhost/wellhead',
    COMPANY_FILE: '/nowhere/company.json',
  })
  expect(faults).toHaveLength(8)
  for (const name of [
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

test('a company file with a wrong field is refused by the name of the field', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'wellhead-company-')), 'company.json')
  writeFileSync(file, JSON.stringify({ name: 'Only a name' }))
  expect(faultsOf({ COMPANY_FILE: file })).toContain(`COMPANY_FILE ${file}: email: Required`)
})

test('an empty value counts as absent', () => {
  expect(readConfig({ PORT: '', SETUP_TOKEN: '' }, 'production')).toMatchObject({ port: 3000, setupToken: null })
})

test.each([
  ['true', true],
  ['false', false],
  ['10.0.0.1, 10.1.0.0/16', ['10.0.0.1', '10.1.0.0/16']],
])('TRUST_PROXY=%s', (text, expected) => {
  expect(readConfig({ TRUST_PROXY: text }, 'production').trustProxy).toEqual(expected)
})

test('TRUST_PROXY=2 believes the two nearest hops', () => {
  const { trustProxy } = readConfig({ TRUST_PROXY: '2' }, 'production')
  const believes = trustProxy as (address: string, hop: number) => boolean
  expect([0, 1, 2].map((hop) => believes('10.0.0.1', hop))).toEqual([true, true, false])
})

test('the missing Google Drive settings are named for either way of signing in', () => {
  const missing = (environment: Record<string, string>) => readConfig(environment, 'production').missingDriveSettings
  expect(missing({})).toEqual(['GOOGLE_DRIVE_FOLDER_ID', 'GOOGLE_DRIVE_CREDENTIALS'])
  expect(missing({ GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CLIENT_ID: 'c' })).toEqual([
    'GOOGLE_DRIVE_CLIENT_SECRET',
    'GOOGLE_DRIVE_REFRESH_TOKEN',
  ])
  expect(missing({ GOOGLE_DRIVE_FOLDER_ID: 'f', GOOGLE_DRIVE_CREDENTIALS: '{}' })).toEqual([])
})
