import type { PublicJob } from '../../contract/jobs/job.ts'
import { TextBlocks } from '../ui/text/prose.tsx'
import { HiringSteps } from './hiring-steps.tsx'
import { JobSectionList } from './job-sections.tsx'

/** A draft shows the card of its requirements only once it has some. */
type JobContentProps = { job: PublicJob; level: 'h2' | 'h3'; isDraft?: boolean }

/** What a posting says: its sections with the card of its requirements, and its hiring steps. */
export function JobContent({ job, level, isDraft = false }: JobContentProps) {
  const Heading = level
  return (
    <>
      <JobSectionList
        job={job}
        level={level}
        requirements={
          (!isDraft || job.requirements) && (
            <section className="rounded-md border border-line bg-panel p-5 md:p-6">
              <Heading className="mb-3 text-lg">Requirements</Heading>
              <TextBlocks text={job.requirements} />
            </section>
          )
        }
      />
      <div className="mt-10 empty:hidden">
        <HiringSteps job={job} level={level} />
      </div>
    </>
  )
}
