import type { ReactNode } from 'react'
import type { PublicJob } from '../../contract/jobs/job.ts'
import type { SectionTitle } from '../../contract/jobs/job-description.ts'
import { visibleSections } from '../../contract/jobs/job-description.ts'
import { TextBlocks } from '../ui/text/prose.tsx'

/** The requirements come after the responsibilities. */
type JobSectionListProps = { job: PublicJob; level: 'h2' | 'h3'; requirements: ReactNode }

/** What the company offers comes last. */
const OFFERS: readonly SectionTitle[] = ['Growth & Culture Fit', 'Benefits & Perks']

/** The sections of a posting in their order, with its requirements among them; empty ones are not shown. */
export function JobSectionList({ job, level, requirements }: JobSectionListProps) {
  const Heading = level
  const sections = (isOffer: boolean) =>
    visibleSections(job)
      .filter(({ title }) => OFFERS.includes(title) === isOffer)
      .map(({ title, text }) => (
        <section key={title}>
          <Heading className="mb-3 text-lg">{title}</Heading>
          <TextBlocks text={text} />
        </section>
      ))
  return (
    <div className="grid gap-8">
      {sections(false)}
      {requirements}
      {sections(true)}
    </div>
  )
}
