import { expect, test } from 'vitest'
import { fileFinder } from './match-files.ts'

const find = (...names: string[]) => {
  const finder = fileFinder(
    names.map((name) => ({ name, fault: null, open: () => Promise.reject(new Error('not read')) })),
  )
  return (resume: string | null, email = 'ana_b@example.com') => {
    const match = finder({ resume, email })
    return match && ('file' in match ? match.file.name : match.fault)
  }
}

test('a file is found by the name that a row gives, whatever its case, Unicode form and folders', () => {
  const named = find(
    'site_1/0xxx/aa/Ana.PDF',
    'site_1/0xxx/bb/resume.pdf',
    'site_1/0xxx/cc/resume.pdf',
    'Zoe\u0308.pdf',
  )
  expect(named('ana.pdf')).toBe('site_1/0xxx/aa/Ana.PDF')
  expect(named('attachments\\site_1\\0xxx\\cc\\resume.pdf')).toBe('site_1/0xxx/cc/resume.pdf')
  expect(named('Zo\u00eb.pdf')).toBe('Zoe\u0308.pdf')
  expect(named('resume.pdf')).toMatch(/several files of this name/)
  expect(named('none.pdf')).toMatch(/no file of this name/)
  expect(named(null)).toBeNull()
})

test.each([
  'ana_b@example.com.pdf',
  'ANA_B@Example.com/letter.pdf',
  'resumes/resume (ana_b@example.com).docx',
  'ana_b@example.com_resume.pdf',
  'Núñez ana_b@example.com cv.pdf',
])('without a name the address is looked for: %s', (name) => {
  expect(find('other@example.com.pdf', name)(null)).toBe(name)
})

test('of several files of an address it is the one that is called a resume', () => {
  expect(find('ana_b@example.com/letter.pdf', 'ana_b@example.com/My CV.pdf')(null)).toBe('ana_b@example.com/My CV.pdf')
  expect(find('xana_b@example.com.pdf', 'b@example.com.pdf')(null)).toBeNull()
})
