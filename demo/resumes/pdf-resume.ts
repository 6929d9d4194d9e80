import PDFDocument from 'pdfkit'
import { type ResumeContent, type ResumeJob, type ResumeSource, resumeContent } from './resume-content.ts'

const INK = '#222222'
const QUIET = '#5f6368'
const MARGIN = 56

/** The date goes into the file and into its id; a fixed one keeps the bytes the same. */
const CREATED = new Date('2025-01-15T12:00:00.000Z')

/** Letters of European names that have no decomposition and no code in the PDF standard fonts' encoding. */
const WITHOUT_STROKE: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i', ħ: 'h', Ħ: 'H' }
const OUTSIDE_WIN_ANSI = /[^\u0020-\u007e\u00a0-\u00ffŒœŠšŽžŸ]/gu

/**
 * Lays out a one-page resume with the fonts that every PDF reader has. Letters these lack lose their accent.
 * @param applicant whose resume it is; the same data give the same bytes
 */
export function createPdfResume(applicant: ResumeSource): Promise<Buffer> {
  const resume = resumeContent({ ...applicant, name: encodable(applicant.name) })
  const info = { Title: `Resume of ${resume.name}`, Author: resume.name, CreationDate: CREATED }
  const document = new PDFDocument({ size: 'LETTER', margin: MARGIN, info })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  writeResume(document, resume)
  document.end()
  return finished
}

function writeResume(document: PDFKit.PDFDocument, resume: ResumeContent) {
  const accent = `#${resume.accent}`
  const body = () => document.font('Helvetica').fontSize(10).fillColor(INK)

  document.rect(0, 0, document.page.width, 10).fill(accent)
  document.font('Helvetica-Bold').fontSize(nameSize(resume.name)).fillColor(accent).text(resume.name, MARGIN, MARGIN)
  document.font('Helvetica').fontSize(12).fillColor(INK).text(resume.headline)
  document.moveDown(0.4).fontSize(9).fillColor(QUIET).text(resume.contact)

  writeHeading(document, 'Summary', accent)
  body().text(resume.summary, { lineGap: 2 })

  writeHeading(document, 'Experience', accent)
  for (const job of resume.experience) writeJob(document, job)

  writeHeading(document, 'Skills', accent)
  body().text(resume.skills.join('   ·   '), { lineGap: 3 })

  writeHeading(document, 'Education', accent)
  const { degree, school, years } = resume.education
  writeLineWithYears(document, degree, years)
  body().fillColor(QUIET).text(school)
}

function writeHeading(document: PDFKit.PDFDocument, title: string, accent: string) {
  document.moveDown(1.4).font('Helvetica-Bold').fontSize(10).fillColor(accent)
  document.text(title.toUpperCase(), { characterSpacing: 1.2 })
  const y = document.y + 2
  const right = document.page.width - MARGIN
  document.moveTo(MARGIN, y).lineTo(right, y).lineWidth(0.75).strokeColor(accent).stroke()
  document.y = y + 7
}

function writeJob(document: PDFKit.PDFDocument, job: ResumeJob) {
  writeLineWithYears(document, job.title, job.years)
  document.font('Helvetica-Oblique').fontSize(10).fillColor(QUIET).text(`${job.employer}, ${job.place}`)
  document.moveDown(0.25).font('Helvetica').fillColor(INK)
  document.list(job.duties, { bulletRadius: 1.4, textIndent: 12, bulletIndent: 4, lineGap: 2 })
  document.moveDown(0.7)
}

function writeLineWithYears(document: PDFKit.PDFDocument, text: string, years: string) {
  const { y } = document
  document.font('Helvetica').fontSize(10).fillColor(QUIET).text(years, MARGIN, y, { align: 'right' })
  document.font('Helvetica-Bold').fontSize(10.5).fillColor(INK).text(text, MARGIN, y)
}

/** A long name is set smaller so that it stays on one line. */
function nameSize(name: string): number {
  return name.length > 34 ? 17 : 24
}

function encodable(text: string): string {
  return text.normalize('NFC').replaceAll(OUTSIDE_WIN_ANSI, plainLetter)
}

function plainLetter(letter: string): string {
  return WITHOUT_STROKE[letter] ?? letter.normalize('NFD').replaceAll(/[^\u0020-\u007e]/gu, '')
}
