import { expect, test } from 'vitest'
import { fileNameOf } from './content-disposition.ts'

test.each([
  ['attachment; filename="Ada Resume.pdf"', 'Ada Resume.pdf'],
  ['attachment; filename=cv.pdf', 'cv.pdf'],
  ['attachment; filename="a \\"quoted\\" cv.pdf"', 'a "quoted" cv.pdf'],
  [`attachment; filename="Jos_.pdf"; filename*=UTF-8''Jos%C3%A9.pdf`, 'José.pdf'],
  [`attachment; filename*=UTF-8''%E4%BD%A0.docx`, '你.docx'],
  [`attachment; filename="cv.pdf"; filename*=UTF-8''%E4%A`, 'cv.pdf'],
])('%s names its file', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})

test.each([null, '', 'attachment', 'inline; filename=""'])('%s names none', (header) => {
  expect(fileNameOf(header)).toBeUndefined()
})
