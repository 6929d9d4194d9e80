import { describe, expect, test } from 'vitest'
import { kindsOf } from '../../../contract/applications/resume-kinds.ts'
import { acceptOf, findFileProblem } from './resume-file.ts'

const PDF = 'application/pdf'
const LIMIT = 10_485_760

function fileOf(size: number, name: string, type: string): File {
  return new File([new Uint8Array(size)], name, { type })
}

describe('checking a resume', () => {
  test('exactly 10 MB pass, one byte more does not', () => {
    expect(findFileProblem(fileOf(LIMIT, 'cv.pdf', PDF), kindsOf('application'))).toBeUndefined()
    expect(findFileProblem(fileOf(LIMIT + 1, 'cv.pdf', PDF), kindsOf('application'))).toMatchObject({
      title: 'File too large',
      description: 'File size must be less than 10 MB',
    })
  })

  test('an empty file has its own message', () => {
    expect(findFileProblem(fileOf(0, 'cv.pdf', PDF), kindsOf('application'))?.title).toBe('Empty file')
  })

  test('another type is refused', () => {
    expect(findFileProblem(fileOf(9, 'cv.png', 'image/png'), kindsOf('application'))).toMatchObject({
      title: 'Invalid file type',
      description: 'Please upload a PDF or Word document',
    })
  })

  test('without a type the ending decides', () => {
    expect(findFileProblem(fileOf(9, 'CV.DOCX', ''), kindsOf('application'))).toBeUndefined()
    expect(findFileProblem(fileOf(9, 'cv.exe', ''), kindsOf('application'))?.title).toBe('Invalid file type')
  })

  test('plain text is for the recovery form only', () => {
    const text = fileOf(9, 'cv.txt', 'text/plain')
    expect(findFileProblem(text, kindsOf('recovery'))).toBeUndefined()
    expect(findFileProblem(text, kindsOf('application'))?.title).toBe('Invalid file type')
  })
})

test('the picker gets the endings', () => {
  expect(acceptOf(kindsOf('application'))).toBe('.pdf,.doc,.docx')
})
