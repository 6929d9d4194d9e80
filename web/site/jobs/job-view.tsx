import { useState } from 'react'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { AnswerPromise } from '../../layout/measured-response-time.tsx'
import { JobContent } from '../../posting/job-content.tsx'
import { FurtherFactsLine, JobFactsLine } from '../../posting/job-fact-lines.tsx'
import { formatJobId } from '../../posting/job-id.ts'
import { JobSummary } from '../../posting/job-summary.tsx'
import { FormWithoutScriptPart } from '../apply/without-script/form-without-script-part.ts'
import { ApplyButton } from './apply-button.tsx'
import { JobDialogs } from './job-dialogs.tsx'

/** Filled where it is the only one in sight, and secondary beside the one of the header. */
const SECOND_APPLY =
  'w-full lg:border-control lg:bg-panel lg:text-ink lg:hover:border-accent lg:hover:bg-panel lg:hover:text-accent lg:active:bg-accent-wash'

/** The page of one posting. */
export function JobView({ job }: { job: PublicJob }) {
  const [isApplying, setApplying] = useState(false)
  return (
    <article className="wrap pt-6 md:pt-10">
      <BackToJobs />
      <header className="mt-4 grid gap-6 md:mt-6 lg:grid-cols-12">
        <div className="min-w-0 lg:col-span-8">
          <p className="font-mono text-ink-muted text-sm">{formatJobId(job.id)}</p>
          <h1 className="mt-2 text-3xl text-balance wrap-anywhere">
            <bdi>{job.title}</bdi>
          </h1>
          <JobFactsLine job={job} pay={shownPay(job)} />
          <FurtherFactsLine job={job} />
        </div>
        <div className="max-lg:hidden lg:col-span-4 lg:col-start-9 lg:self-end">
          <ApplyButton jobId={job.id} className="w-full" onApply={() => setApplying(true)} />
        </div>
      </header>
      <hr className="my-8 border-line md:my-10" />
      <div className="grid gap-10 lg:grid-cols-12 lg:gap-6">
        <div className="min-w-0 lg:col-span-7">
          <JobContent job={job} level="h2" />
        </div>
        <aside className="lg:sticky lg:top-24 lg:col-span-4 lg:col-start-9 lg:self-start">
          <JobSummary job={job} level="h2" />
          <AnswerPromise className="mt-4 text-ink-muted text-sm" />
          <div className="apply-bar" data-action-bar>
            <ApplyButton jobId={job.id} className={SECOND_APPLY} onApply={() => setApplying(true)} />
          </div>
        </aside>
      </div>
      <noscript>
        <div className="mt-10 grid lg:grid-cols-12 lg:gap-6">
          <section
            aria-labelledby="apply-title"
            className="min-w-0 rounded-md border border-line bg-panel p-5 md:p-8 lg:col-span-7"
          >
            <h2 id="apply-title" className="mb-5 text-lg text-balance wrap-anywhere">
              Apply for <bdi>{job.title}</bdi>
            </h2>
            <FormWithoutScriptPart.View jobId={job.id} questions={job.askedQuestions} />
          </section>
        </div>
      </noscript>
      <JobDialogs
        open={{ details: null, application: isApplying ? job : null }}
        onChange={({ application }) => setApplying(Boolean(application))}
      />
    </article>
  )
}
