import { type ReactNode, useId } from 'react'
import { furtherFacts, workplaceText } from '../../contract/jobs/further-facts.ts'
import type { PublicJob } from '../../contract/jobs/job.ts'
import { shownPay } from '../../contract/jobs/place-and-pay/pay-text.ts'
import { Badge } from '../ui/badge.tsx'
import { formatPostedDay } from '../ui/text/posted-day.ts'

type JobSummaryProps = { job: PublicJob; level: 'h2' | 'h3'; isClosed?: boolean }

/** The card of facts beside a posting; those that its header does not say come first. Active means that visitors may apply. */
export function JobSummary({ job, level, isClosed = false }: JobSummaryProps) {
  const Heading = level
  const headingId = useId()
  const workplace = workplaceText(job)
  const pay = shownPay(job)
  return (
    <section aria-labelledby={headingId} className="rounded-md border border-line bg-panel p-5 md:p-6">
      <div className="flex items-center justify-between gap-4">
        <Heading id={headingId} className="text-lg">
          Job Summary
        </Heading>
        <Badge tone={isClosed ? 'grey' : 'green'}>{isClosed ? 'Closed' : 'Active'}</Badge>
      </div>
      <dl className="mt-4 gap-x-6 sm:max-lg:grid sm:max-lg:grid-cols-2">
        {furtherFacts(job).map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        <Fact name="Posted">{formatPostedDay(job.createdAt)}</Fact>
        {workplace && <Fact name="Workplace">{workplace}</Fact>}
        <Fact name="Location">{job.location}</Fact>
        <Fact name="Job type">{job.jobType}</Fact>
        {pay && <Fact name="Salary range">{pay}</Fact>}
        {job.department && <Fact name="Department">{job.department}</Fact>}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line border-t py-3 last:pb-0">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="text-sm wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
