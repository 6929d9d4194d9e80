import type { PublicJob } from '../../contract/job.ts'
import { TextBlocks } from '../ui/text/prose.tsx'
import { JobSections } from './job-sections.tsx'

/** What a posting says: its sections, and the card of its requirements. */
export function JobBody({ job, level }: { job: PublicJob; level: 'h2' | 'h3' }) {
  const Heading = level
  return (
    <>
      <JobSections job={job} level={level} />
      <section className="mt-10 rounded-md border border-line bg-panel p-5 md:p-7">
        <Heading className="mb-3 text-lg">Requirements</Heading>
        <TextBlocks text={job.requirements} />
      </section>
    </>
  )
}
