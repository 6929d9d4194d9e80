import * as z from 'zod'
import { cleanText, unixLines } from '../wire/text-rules.ts'

/** Headings under which an applicant without a file writes a resume, in the order of the form and of the file. */
export const RESUME_SECTIONS = ['work', 'education', 'skills', 'links'] as const

/** A heading of a written resume. */
export type ResumeSection = (typeof RESUME_SECTIONS)[number]

/** The headings as the form and the file show them. */
export const RESUME_SECTION_TITLES: Readonly<Record<ResumeSection, string>> = {
  work: 'Work experience',
  education: 'Education',
  skills: 'Skills',
  links: 'Links',
}

/** Largest text under one heading: characters with a line end as one, and lines. */
export const RESUME_SECTION_MAXIMUM = { characters: 5_000, lines: 200 } as const

/** Form fields of a written resume; all are blank where a file is sent. */
export const writtenResumeFields = {
  work: sectionSchema('work'),
  education: sectionSchema('education'),
  skills: sectionSchema('skills'),
  links: sectionSchema('links'),
} satisfies Record<ResumeSection, z.ZodType>

/** What an applicant wrote under each heading; blank where nothing was. */
export type WrittenResume = Record<ResumeSection, string>

/** Whether anything is written under a heading. */
export function isWritten(texts: Partial<Record<ResumeSection, string | undefined>>): boolean {
  return RESUME_SECTIONS.some((section) => texts[section])
}

function sectionSchema(section: ResumeSection) {
  const { characters, lines } = RESUME_SECTION_MAXIMUM
  const title = RESUME_SECTION_TITLES[section]
  return z
    .string()
    .overwrite(unixLines)
    .overwrite(cleanText)
    .trim()
    .max(characters, `${title} must be at most ${characters.toLocaleString('en-US')} characters`)
    .refine((text) => text.split('\n').length <= lines, `${title} must have at most ${lines} lines`)
    .optional()
}
