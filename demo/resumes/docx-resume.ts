import { AlignmentType, BorderStyle, Document, LevelFormat, Packer, Paragraph, TabStopType, TextRun } from 'docx'
import { type ResumeJob, type ResumeSource, resumeContent } from './resume-content.ts'

const QUIET = '5F6368'
const BULLETS = 'duties'

/** Twentieths of a point: US Letter with margins of one inch at the sides. */
const PAGE = { width: 12_240, height: 15_840, side: 1_300, top: 1_000 }
const RIGHT_EDGE = PAGE.width - 2 * PAGE.side

/**
 * Lays out a one-page resume as a Word document.
 * @param applicant whose resume it is; the same data give the same text and layout, under a fresh creation date
 */
export function createDocxResume(applicant: ResumeSource): Promise<Buffer> {
  const resume = resumeContent(applicant)
  const { accent, education } = resume
  const document = new Document({
    title: `Resume of ${resume.name}`,
    creator: resume.name,
    lastModifiedBy: resume.name,
    styles: { default: { document: { run: { font: 'Calibri', size: 21, color: '222222' } } } },
    numbering: {
      config: [
        {
          reference: BULLETS,
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              alignment: AlignmentType.LEFT,
              style: { paragraph: { indent: { left: 360, hanging: 240 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: PAGE.width, height: PAGE.height },
            margin: { top: PAGE.top, bottom: PAGE.top, left: PAGE.side, right: PAGE.side },
          },
        },
        children: [
          new Paragraph({ children: [new TextRun({ text: resume.name, bold: true, size: 46, color: accent })] }),
          new Paragraph({ children: [new TextRun({ text: resume.headline, size: 25 })] }),
          new Paragraph({
            spacing: { before: 60 },
            children: [new TextRun({ text: resume.contact, size: 19, color: QUIET })],
          }),
          heading('Summary', accent),
          new Paragraph({ text: resume.summary }),
          heading('Experience', accent),
          ...resume.experience.flatMap(jobParagraphs),
          heading('Skills', accent),
          new Paragraph({ text: resume.skills.join('  ·  ') }),
          heading('Education', accent),
          lineWithYears(education.degree, education.years),
          new Paragraph({ children: [new TextRun({ text: education.school, color: QUIET })] }),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

function heading(title: string, accent: string): Paragraph {
  return new Paragraph({
    spacing: { before: 300, after: 100 },
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 2, color: accent } },
    children: [new TextRun({ text: title.toUpperCase(), bold: true, size: 20, color: accent, characterSpacing: 20 })],
  })
}

function jobParagraphs(job: ResumeJob): Paragraph[] {
  const employer = new TextRun({ text: `${job.employer}, ${job.place}`, italics: true, color: QUIET })
  return [
    lineWithYears(job.title, job.years),
    new Paragraph({ spacing: { after: 40 }, keepNext: true, children: [employer] }),
    ...job.duties.map((duty) => new Paragraph({ text: duty, numbering: { reference: BULLETS, level: 0 } })),
  ]
}

function lineWithYears(text: string, years: string): Paragraph {
  return new Paragraph({
    spacing: { before: 120 },
    keepNext: true,
    tabStops: [{ type: TabStopType.RIGHT, position: RIGHT_EDGE }],
    children: [new TextRun({ text, bold: true }), new TextRun({ text: `\t${years}`, color: QUIET })],
  })
}
