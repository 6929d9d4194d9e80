import { useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Job, PublicJob } from '../../../../contract/jobs/job.ts'
import { isOpenJob } from '../../../../contract/jobs/job-statuses.ts'
import { shownPay } from '../../../../contract/jobs/place-and-pay/pay-text.ts'
import { JobContent } from '../../../posting/job-content.tsx'
import { FurtherFactsLine, JobFactsLine } from '../../../posting/job-fact-lines.tsx'
import { JobSummary } from '../../../posting/job-summary.tsx'
import { type JobFormValues, jobBodyOf } from './job-form-values.ts'

/** The posting as visitors will see it, from the parts of its public page; follows what is typed. */
export function JobPreview({ job }: { job: Job | undefined }) {
  const values = useDeferredValue(useWatch<JobFormValues>()) as JobFormValues
  const [now] = useState(() => new Date().toISOString())
  const body = jobBodyOf(values, job)
  const posting: PublicJob = {
    ...body,
    title: body.title || 'Job Title',
    location: body.location || 'Job Location',
    id: job?.id ?? 1,
    askedQuestions: [],
    createdAt: job?.createdAt ?? now,
    publishedAt: job?.publishedAt ?? null,
  }
  return (
    <section
      aria-label="Preview"
      className="rounded-md border border-line bg-paper min-[68.75rem]:sticky min-[68.75rem]:top-0 min-[68.75rem]:max-h-[calc(100dvh-18.5rem)] min-[68.75rem]:overflow-y-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
      tabIndex={0}
    >
      <p className="border-line border-b px-5 py-2 text-ink-muted text-sm">
        {isOpenJob(posting) ? 'As visitors will see it' : 'As visitors will see it once it is active'}
      </p>
      <article className="p-5">
        <h3 className="text-2xl text-balance wrap-anywhere">{posting.title}</h3>
        <JobFactsLine job={posting} pay={shownPay(posting)} />
        <FurtherFactsLine job={posting} />
        <div className="mt-8">
          <JobContent job={posting} level="h3" isDraft />
        </div>
        <div className="mt-8">
          <JobSummary job={posting} level="h3" />
        </div>
      </article>
    </section>
  )
}
