import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { RESUME_KINDS } from '../contract/applications/resume-kinds.ts'
import { createTextExtractor } from '../server/platform/text-extraction/text-extractor.ts'
import { demoApplicants } from './demo-applicants.ts'
import { createResume } from './demo-resumes.ts'
import { createDocxResume } from './resumes/docx-resume.ts'
import { createPdfResume } from './resumes/pdf-resume.ts'
import type { ResumeSource } from './resumes/resume-content.ts'

const applicant: ResumeSource = {
  name: 'Renée Castellón',
  email: 'renee.castellon@example.com',
  phone: null,
  career: { trade: 'scada', home: 'Midland, TX', since: 2015 },
}

/** Reads one part of a zip. */
async function partOf(bytes: Buffer, name: string): Promise<string> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry))
  }
  throw new Error(`The zip has no ${name}`)
}

test('a PDF resume begins and ends as a PDF does, and stays small', async () => {
  const bytes = await createPdfResume(applicant)
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
  expect(bytes.toString('latin1').trimEnd().endsWith('%%EOF')).toBe(true)
  expect(bytes.length).toBeLessThan(10_000)
})

test('every applicant of the demo fits on one page', async () => {
  for (const demoApplicant of demoApplicants) {
    const bytes = await createPdfResume(demoApplicant)
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g), demoApplicant.name).toHaveLength(1)
  }
})

test('the text of every PDF resume has its headings, and its years apart from the titles', async () => {
  const extractor = createTextExtractor({ warn: () => undefined })
  for (const { name, resume, ...rest } of demoApplicants) {
    if (resume !== 'pdf') continue
    const pdf = await createPdfResume({ name, ...rest })
    const { text } = await extractor.extract('pdf', new Uint8Array(pdf))
    const lines = text.split('\n')
    expect(lines, name).toEqual(expect.arrayContaining(['SUMMARY', 'EXPERIENCE', 'SKILLS', 'EDUCATION']))
    expect(
      lines.filter((line) => /^(\d{4} - (\d{4}|present)|Summer \d{4})./.test(line)),
      name,
    ).toEqual([])
  }
  await extractor.stop()
})

test('the same applicant gets the same PDF, byte for byte', async () => {
  expect((await createPdfResume(applicant)).equals(await createPdfResume({ ...applicant }))).toBe(true)
})

test('a name the standard fonts cannot write loses its accents rather than its letters', async () => {
  const bytes = await createPdfResume({ ...applicant, name: 'Łukasz Řehoř' })
  expect(bytes.toString('latin1')).toContain('(Lukasz Rehor)')
})

test('a Word resume is a zip with a document part that holds the name', async () => {
  const bytes = await createDocxResume({ ...applicant, name: 'Łukasz Dvořák' })
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  expect(await partOf(bytes, 'word/document.xml')).toContain('Łukasz Dvořák')
})

test('the same applicant gets the same Word text', async () => {
  const [first, second] = await Promise.all([createDocxResume(applicant), createDocxResume({ ...applicant })])
  expect(await partOf(first, 'word/document.xml')).toBe(await partOf(second, 'word/document.xml'))
})

test('two applicants of one trade get different resumes', async () => {
  const other = { ...applicant, email: 'somebody.else@example.com' }
  const [first, second] = await Promise.all([createDocxResume(applicant), createDocxResume(other)])
  const employers = (xml: string) => xml.match(/[A-Z][\w ]+, [A-Z][\w ]+, [A-Z]{2}/g)
  expect(employers(await partOf(first, 'word/document.xml'))).not.toEqual(
    employers(await partOf(second, 'word/document.xml')),
  )
})

test('everyone who sent a resume gets one of the named kind', async () => {
  for (const demoApplicant of demoApplicants) {
    const resume = await createResume(demoApplicant)
    expect(resume?.mediaType ?? null).toBe(demoApplicant.resume && RESUME_KINDS[demoApplicant.resume].mediaType)
    expect(resume?.fileName.endsWith(`_Resume.${demoApplicant.resume}`) ?? true).toBe(true)
  }
})
