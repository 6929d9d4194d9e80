import type { PublicJob } from '../../contract/jobs/job.ts'
import { HIRING_STEPS } from '../../contract/jobs/posting-sections.ts'
import { StepList } from '../ui/step-list.tsx'

/** What happens after an application for a posting; nothing where it names no steps. */
export function HiringSteps({ job, level }: { job: PublicJob; level: 'h2' | 'h3' }) {
  const Heading = level
  if (job.hiringSteps.length === 0) return null
  return (
    <section>
      <Heading className="mb-3 text-lg">{HIRING_STEPS}</Heading>
      <StepList steps={job.hiringSteps} className="measure" />
    </section>
  )
}
