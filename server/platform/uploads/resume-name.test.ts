import { expect, test } from 'vitest'
import { cleanFileName, downloadName } from './resume-name.ts'

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\cv.pdf', 'cv.pdf'],
  ['cv\r\nSet-Cookie: a=b.pdf', 'cvSet-Cookie: a=b.pdf'],
  ['cv\0.exe\0.pdf', 'cv.exe.pdf'],
  ['cv\u202efdp.exe', 'cvfdp.exe'],
  ['\u2066cv\u2069\u200f\u061c.pdf', 'cv.pdf'],
  ['cv\u2028\u2029.pdf', 'cv.pdf'],
  ['Lebenslauf "neu"; Müller 履歴書.pdf', 'Lebenslauf "neu"; Müller 履歴書.pdf'],
  ['CV %22v2%22, 100%25.pdf', 'CV "v2", 100%25.pdf'],
])('%j is stored as %j', (name, cleaned) => {
  expect(cleanFileName(name)).toBe(cleaned)
})

test.each(['a', 'é', '履', '🧑'])('a name of many %s is cut at a character within 255 bytes', (character) => {
  const cleaned = cleanFileName(character.repeat(10_000))
  const [size, all] = [Buffer.byteLength(character), Buffer.byteLength(cleaned)]
  expect(all).toBe(255 - (255 % size))
  expect(cleaned).toBe(character.repeat(all / size))
})

test('the name of a download has the right extension, in 255 bytes', () => {
  expect(downloadName('cv.PDF', 'pdf', 'Ana')).toBe('cv.PDF')
  expect(downloadName('cv.exe', 'pdf', 'Ana')).toBe('cv.exe.pdf')
  expect(downloadName('', 'docx', 'Ana  Núñez')).toBe('Ana_Núñez_Resume.docx')
  expect(downloadName('', 'pdf', '../../etc/pass\u202ewd')).toBe('.._.._etc_passwd_Resume.pdf')
  expect(downloadName('', 'txt', 'A/B \\ C')).toBe('A_B___C_Resume.txt')
  const long = downloadName('履'.repeat(85), 'docx', 'Ana')
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255)
  expect(long).toMatch(/^履+\.docx$/)
})
