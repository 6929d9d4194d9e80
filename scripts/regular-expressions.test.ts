import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openProofs } from './proofs.ts'
import { faultOf, findExpressions } from './regular-expressions.ts'

const check = (source: string, file = 'server/new.ts') => {
  const { expressions, faults } = findExpressions(file, source)
  return [...faults, ...expressions.flatMap((one) => faultOf(one) ?? [])]
}

test.each([
  [
    'trims slashes as the pages once did',
    'path.replaceAll(/^[/\\\\]+|[/\\\\]+$/g, "")',
    'takes 2nd degree polynomial time',
  ],
  ['trims the end', 'text.replace(/\\s+$/, "")', 'takes 2nd degree polynomial time'],
  ['is exponential', 'const NAME = /^(\\w+\\s?)*$/', 'takes exponential time'],
  ['looks back at a group', 'const TWICE = /(a+)\\1/', 'cannot be proven'],
  ['is made of strings', 'const WORDS = new RegExp(words.join("|"))', 'Write the regular expression as a literal'],
  ['is made of strings without new', 'const WORDS = RegExp(words)', 'Write the regular expression as a literal'],
  ['is made by a method of strings', 'text.match("(a+)+$")', 'Write the regular expression as a literal'],
  ['is made by a method of templates', 'text.search(`(a+)+$`)', 'Write the regular expression as a literal'],
])('a regular expression that %s is refused, with its line', (_what, line, reason) => {
  expect(check(`\n${line}\n`)).toMatchObject([
    { file: 'server/new.ts', line: 2, message: expect.stringContaining(reason) },
  ])
})

test('a regular expression that takes linear time is accepted', () => {
  expect(check('const ID: RegExp = /^[1-9]\\d{0,9}$/\nexport const isId = (text: string) => ID.test(text)')).toEqual([])
  expect(check('export const Id = () => <p>{text.match(/^\\d+$/)?.[0]}</p>', 'web/new.tsx')).toEqual([])
})

test('npm run check requires the proof', () => {
  const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8'))
  expect(scripts['check:expressions']).toBe('node scripts/check-expressions.ts')
  expect(readFileSync(resolve(import.meta.dirname, 'check.ts'), 'utf8')).toContain("'check:expressions'")
})

test('what was proved is not proved again, except when asked for; what has no proof is tried each time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wellhead-proofs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'cache/proofs.json')
  const [good, bad] = findExpressions('server/new.ts', 'text.match(/^a+$/) || text.match(/(a+)+$/)').expressions
  if (!good || !bad) throw new Error('no expressions were found')
  const run = (isAnew: boolean) => {
    const proofs = openProofs(file, isAnew)
    const faults = [good, bad].flatMap((one) => proofs.prove(one, () => faultOf(one)) ?? [])
    proofs.save()
    return { faults: faults.length, provedNow: proofs.provedNow() }
  }
  expect(run(false)).toEqual({ faults: 1, provedNow: 2 })
  expect(run(false)).toEqual({ faults: 1, provedNow: 1 })
  expect(run(true)).toEqual({ faults: 1, provedNow: 2 })
  writeFileSync(file, 'not JSON')
  expect(run(false)).toEqual({ faults: 1, provedNow: 2 })
})
