import type { PublicJob } from './job.ts'

/**
 * The sectioned description of a posting: one text whose sections are headed by `## Title`.
 * A leading backslash escapes a line of an author's text that would read as such a heading.
 */

/** Section titles in the order of the text and of the page. */
export const SECTION_TITLES = [
  'Job Overview',
  'Description',
  'Key Responsibilities',
  'Growth & Culture Fit',
  'Benefits & Perks',
] as const

/** Title of one section. */
export type SectionTitle = (typeof SECTION_TITLES)[number]

/** The text of every section; an absent section is an empty string. */
export type JobSections = Record<SectionTitle, string>

const SEPARATOR = '\n\n'
/** A line that may be a heading: its escaping backslashes, and its text. */
const HEADING = /^(\\*)##(.*)$/s

/**
 * Writes sections as one description. {@link parseDescription} returns exactly the same sections.
 * @param sections text per section; empty ones are left out
 */
export function composeDescription(sections: JobSections): string {
  return SECTION_TITLES.filter((title) => sections[title] !== '')
    .map((title) => `## ${title}\n${mapLines(sections[title], escapeHeading)}`)
    .join(SEPARATOR)
}

/**
 * Splits a description into its sections. Text before the first heading is `Description`; a heading that is not one of
 * {@link SECTION_TITLES} stays text; sections with the same title are joined.
 * @param description any text, whether or not a form wrote it
 */
export function parseDescription(description: string): JobSections {
  const sections: JobSections = emptySections()
  let title: SectionTitle = 'Description'
  let lines: string[] = []

  const closeSection = (isFollowed: boolean) => {
    const body = lines.map(unescapeHeading).join('\n')
    const text = isFollowed ? withoutSeparator(body) : body
    sections[title] = [sections[title], text].filter((part) => part !== '').join(SEPARATOR)
  }

  for (const line of description.split('\n')) {
    const next = titleOf(line)
    if (next === undefined) {
      lines.push(line)
      continue
    }
    closeSection(true)
    title = next
    lines = []
  }
  closeSection(false)
  return sections
}

/** Sections without text. */
export function emptySections(): JobSections {
  return {
    'Job Overview': '',
    Description: '',
    'Key Responsibilities': '',
    'Growth & Culture Fit': '',
    'Benefits & Perks': '',
  }
}

type Heading = { title: SectionTitle; isEscaped: boolean }

/** Repeated blanks count as one, and case does not count. */
function readHeading(line: string): Heading | undefined {
  const [, backslashes, text = ''] = HEADING.exec(line) ?? []
  const words = text
    .replace(/\r$/, '')
    .toLowerCase()
    .split(/[ \t]+/)
  const wanted = words.filter((word) => word !== '').join(' ')
  const title = SECTION_TITLES.find((one) => one.toLowerCase() === wanted)
  return title && { title, isEscaped: backslashes !== '' }
}

function titleOf(line: string): SectionTitle | undefined {
  const heading = readHeading(line)
  return heading?.isEscaped ? undefined : heading?.title
}

function withoutSeparator(text: string): string {
  if (text.endsWith('\n')) return text.slice(0, -1)
  return text
}

function mapLines(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n')
}

function escapeHeading(line: string): string {
  return readHeading(line) ? `\\${line}` : line
}

function unescapeHeading(line: string): string {
  return readHeading(line)?.isEscaped ? line.slice(1) : line
}

/** The sections of a posting that have text, in their order. `Benefits & Perks` falls back to the benefits field. */
export function visibleSections(
  job: Pick<PublicJob, 'description' | 'benefits'>,
): Array<{ title: SectionTitle; text: string }> {
  const sections = parseDescription(job.description)
  if (sections['Benefits & Perks'].trim() === '') sections['Benefits & Perks'] = job.benefits ?? ''
  return SECTION_TITLES.map((title) => ({ title, text: sections[title] })).filter(({ text }) => text.trim() !== '')
}
