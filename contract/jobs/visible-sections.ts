import type { PublicJob } from './job.ts'
import { parseDescription, SECTION_TITLES, type SectionTitle } from './job-description.ts'

/** The sections of a posting that have text, in their order. `Benefits & Perks` falls back to the benefits field. */
export function visibleSections(
  job: Pick<PublicJob, 'description' | 'benefits'>,
): Array<{ title: SectionTitle; text: string }> {
  const sections = parseDescription(job.description)
  if (sections['Benefits & Perks'].trim() === '') sections['Benefits & Perks'] = job.benefits ?? ''
  return SECTION_TITLES.map((title) => ({ title, text: sections[title] })).filter(({ text }) => text.trim() !== '')
}
