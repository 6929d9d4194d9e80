import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runServer } from '../../../test/run-server.ts'
import { startTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'
import { readCompany } from './company-file.ts'

const { company } = readConfig({}, 'production')
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">%</svg>'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wellhead-company-'))
  file = join(folder, 'company.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Faults of a company file, without their common beginning. */
function faultsWith(content: object | string): string[] {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return faults()
}
const faults = () =>
  readCompany(file).faults.map((fault) => fault.replace(`COMPANY_FILE ${file}`, '').replace(/^:? /, ''))

test('the message about an invalid field names the field', () => {
  expect(faultsWith({ name: 'Only a name' })).toContain('email: Required')
})

test.each([
  [{ blurb: 3 }, 'blurb: Must be text'],
  [{ founder: '' }, 'founder: Must not be empty'],
  [{ founder: '  ' }, 'founder: Must not be empty'],
  [{ name: 'x'.repeat(101) }, 'name: Must be at most 100 characters'],
  [{ name: 'Permian\u202eegdE' }, 'name: Must be one line without invisible characters'],
  [{ legalName: 'Permian\u0000' }, 'legalName: Must be one line without invisible characters'],
  [{ blurb: 'x'.repeat(20_000) }, 'blurb: Must be at most 1,000 characters'],
  [{ social: 'https://social.example' }, 'social: Must be an object'],
  [{ website: 'javascript:alert(1)' }, 'website: Must be an http or https address'],
  [
    { website: 'java\nscript:alert(1)' },
    ['website: Must be an http or https address', 'website: Must be one line without invisible characters'],
  ],
  [{ website: 'data:text/html,<script>' }, 'website: Must be an http or https address'],
  [{ website: `https://example.com/${'x'.repeat(500)}` }, 'website: Must be at most 500 characters'],
  [
    { social: { label: 'x', url: 'javascript://example.com/%0aalert(1)' } },
    'social: url: Must be an http or https address',
  ],
  [{ constructor: 1 }, 'Unknown field: constructor'],
  [
    { address: { locality: 'x', region: 'x', country: 'x'.repeat(101) } },
    'address: country: Must be the two letters of a country (ISO 3166-1), such as US',
  ],
  [
    { address: { locality: '', region: '', country: 'United States' }, logo: 'none.svg', email: 'office' },
    [
      'email: Must be an email address',
      'address: locality: Must not be empty',
      'address: region: Must not be empty',
      'address: country: Must be the two letters of a country (ISO 3166-1), such as US',
      'logo: There is no file none.svg beside it',
    ],
  ],
  [{ website: 'https://user:pw@example.com' }, 'website: Must not contain a user name or password'],
  [
    { social: { label: 'x', url: 'https://user@example.com/' } },
    'social: url: Must not contain a user name or password',
  ],
  [{ landing: [] }, 'landing: Must be an object'],
  [{ landing: { hero: { title: 'Bake', text: 7 } } }, 'landing: hero: text: Must be text'],
  [{ landing: { values: [{ name: '', text: 'x' }] } }, 'landing: values: 0: name: Must not be empty'],
  [{ landing: { values: Array(9).fill({ name: 'x', text: 'x' }) } }, 'landing: values: Must have at most 8 entries'],
  [{ landing: { technology: { title: 'x', cards: 'bread' } } }, 'landing: technology: cards: Must be a list'],
  [
    { landing: { technology: { title: 'x', cards: [{ title: 'x', description: 'x', drawing: 'oven' }] } } },
    'landing: technology: cards: 0: drawing: Must be "scada" or "iiot" or "edge", or null',
  ],
  [
    {
      landing: { technology: { title: 'x', cards: Array(2).fill({ title: 'x', description: 'x', drawing: 'edge' }) } },
    },
    'landing: technology: cards: Must use each drawing only once',
  ],
  [{ landing: { hasLostApplications: 'no' } }, 'landing: hasLostApplications: Must be true or false'],
  [{ landing: { heroTitle: 'x' } }, 'landing: Unknown field: heroTitle'],
])('the message about %j says what is required', (changes, words) => {
  expect(faultsWith({ ...company, ...changes })).toEqual([words].flat())
})

test('a country without regions needs none', () => {
  const singapore = { locality: 'Singapore', country: 'SG' }
  expect(faultsWith({ ...company, address: singapore, website: 'https://example.com/@jobs' })).toEqual([])
})

test('a company file with a __proto__ field is refused', () => {
  const content = JSON.stringify(company).replace('{', '{"__proto__":{"polluted":true},')
  expect(faultsWith(content)).toEqual(['Unknown field: __proto__'])
})

test.each([
  ['nests without end', () => '['.repeat(60_000), /cannot be read: .+/],
  ['is no object', () => '"text"', /Must be an object/],
  ['is empty', () => '', /cannot be read: Unexpected end of JSON input/],
  [
    'is large',
    () => JSON.stringify({ ...company, blurb: 'x'.repeat(1_000_000) }),
    /cannot be read: it is larger than 64 kB/,
  ],
])('a company file that %s is refused with a message', (_, content, words) => {
  expect(faultsWith(content())).toEqual([expect.stringMatching(words)])
})

test('a pipe is refused at once, without waiting', () => {
  spawnSync('mkfifo', [file])
  expect(faults()).toEqual(['cannot be read: it is not a file'])
})

test.each(['/dev/zero', '/dev/tty', '/proc/self', '/nowhere/company.json'])('COMPANY_FILE=%s', (path) => {
  expect(readCompany(path).faults).toEqual([expect.stringMatching(/cannot be read: (it is not a file|ENOENT)/)])
})

test('a symbolic link to a company file is followed, as Kubernetes makes them', () => {
  writeFileSync(join(folder, 'data.json'), JSON.stringify(company))
  symlinkSync('data.json', file)
  expect(readCompany(file)).toEqual({ value: company, faults: [], builtInTexts: [] })
})

test('what a file leaves out of the landing page is named, because visitors then read the texts of another company', () => {
  const { title, about, ...landing } = company.landing
  writeFileSync(file, JSON.stringify({ ...company, landing }))
  expect(readCompany(file).builtInTexts).toEqual(['title', 'about'])
})

/** Faults of a logo, whose file is written first unless the content is null. */
function logoFaults(logo: string, content: string | Buffer | null): string[] {
  if (content !== null) writeFileSync(join(folder, logo), content)
  return faultsWith({ ...company, logo })
}

function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  return Buffer.concat([head, sides, Buffer.alloc(64)])
}

test.each([
  ['logo.svg', SVG],
  ['LOGO.SVG', `\ufeff<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${SVG}`],
  [
    'styled.svg',
    SVG.replace('%', '<style>.a{fill:url(#g)}</style><use xlink:href="#a"/><image href="data:image/png;base64,AA=="/>'),
  ],
  ['logo.png', png(512, 128)],
])('an ordinary logo is accepted: %s', (logo, content) => {
  expect(logoFaults(logo, content)).toEqual([])
})

test.each([
  ['none.svg', null, 'There is no file none.svg beside it'],
  ['.', null, '. must be an SVG or PNG file, and be named so'],
  ['company.json', null, 'company.json must be an SVG or PNG file, and be named so'],
  ['/etc/logo.svg', null, '/etc/logo.svg must be a path within the folder of the file'],
  ['../logo.svg', null, '../logo.svg must be a path within the folder of the file'],
  ['a/../../logo.svg', null, 'a/../../logo.svg must be a path within the folder of the file'],
  ['large.svg', 'x'.repeat(1024 * 1024 + 1), 'large.svg cannot be read: it is larger than 1024 kB'],
  ['text.png', 'GIF89a', 'text.png is refused: it is no PNG image'],
  [
    'bomb.png',
    png(60_000, 60_000),
    'bomb.png is refused: it is 60000 x 60000 pixels large, and may have 4096 along a side',
  ],
  ['flat.png', png(10, 0), 'flat.png is refused: it is 10 x 0 pixels large, and may have 4096 along a side'],
  ['page.svg', '<html><script>alert(1)</script></html>', 'page.svg is refused: it is no SVG drawing in UTF-8'],
  ['utf16.svg', Buffer.from(`\ufeff${SVG}`, 'utf16le'), 'utf16.svg is refused: it is no SVG drawing in UTF-8'],
])('the logo %s is refused with a message', (logo, content, words) => {
  expect(logoFaults(logo, content)).toEqual([`logo: ${words}`])
})

const USES = Array.from({ length: 30 }, (_, level) => `<g id="l${level}"><use href="#l${level + 1}"/></g>`).join('')

test.each([
  ['<script>alert(1)</script>', 'it has a script in it'],
  ['<s:script xmlns:s="http://www.w3.org/2000/svg" href="data:,alert(1)"/>', 'it has a script in it'],
  ['<rect onload="alert(1)"/>', 'it has an event handler in it'],
  ['<rect\tONCLICK = alert(1) />', 'it has an event handler in it'],
  ['<foreignObject><p>x</p></foreignObject>', 'it has a foreign document in it'],
  ['<!ENTITY a "&b;&b;">', 'it declares entities'],
  ['<?xml-stylesheet href="x.css"?>', 'it loads a style sheet'],
  ['<style>@import "https://evil.example/x.css";</style>', 'it loads a style sheet'],
  ['<image href="https://evil.example/pixel.png"/>', /outside itself \("https:\/\/evil\.example/],
  ["<image xlink:href='//evil.example/pixel.png'/>", /outside itself/],
  ['<a href="javascript:alert(1)">x</a>', /outside itself/],
  ['<a href="&#106;avascript:alert(1)">x</a>', /outside itself/],
  ['<use href="other.svg#a"/>', /outside itself/],
  ['<image href="data:image/svg+xml;base64,AA=="/>', /outside itself/],
  ['<rect style="fill:url(https://evil.example/x.svg#a)"/>', /outside itself/],
  [USES, 'it has more than 20 <use> elements'],
])('a drawing with %s is refused', (part, words) => {
  expect(logoFaults('logo.svg', SVG.replace('%', part))).toEqual([
    typeof words === 'string' ? `logo: logo.svg is refused: ${words}` : expect.stringMatching(words),
  ])
})

test('a pipe, a folder and a device as the logo are refused at once', () => {
  spawnSync('mkfifo', [join(folder, 'pipe.svg')])
  mkdirSync(join(folder, 'folder.png'))
  symlinkSync('/dev/zero', join(folder, 'zero.png'))
  for (const logo of ['pipe.svg', 'folder.png', 'zero.png']) {
    expect(logoFaults(logo, null)).toEqual([`logo: ${logo} cannot be read: it is not a file`])
  }
})

test('the program does not start with an invalid company file, and lists it with all other faults', async () => {
  spawnSync('mkfifo', [file])
  const starting = runServer({ COMPANY_FILE: file, LOG_LEVEL: 'loud', DATA_DIR: join(folder, 'data') })
  await expect(starting).rejects.toThrow(
    /has 2 faults:\n- LOG_LEVEL.*\n- COMPANY_FILE .* cannot be read: it is not a file/,
  )
})

test('a logo opened by itself may run nothing and load nothing', async () => {
  const logoFile = join(folder, 'logo.svg')
  writeFileSync(logoFile, SVG.replace('%', '<script>alert(1)</script>'))
  const app = await startTestApp({ logoFile })
  const { headers } = await app.request('/logo')
  await app.stop()
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none';.*; sandbox$/)
  expect(policy).not.toContain('script-src')
  expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/svg+xml', 'nosniff'])
})
