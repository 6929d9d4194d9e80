import { Link } from 'wouter'
import type { ClosedJobData, SimilarJob } from '../../../contract/jobs/closed-job.ts'
import { JOB_STATUS } from '../../../contract/jobs/job-statuses.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { ANCHOR, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { BackToJobs } from '../../layout/back-to-jobs.tsx'
import { JobContent } from '../../posting/job-content.tsx'
import { FurtherFactsLine, JobFactsLine } from '../../posting/job-fact-lines.tsx'
import { formatJobId } from '../../posting/job-id.ts'
import { JobSummary } from '../../posting/job-summary.tsx'

/** The page of a posting that was open once: what it said, and where to look now. There is no way to apply. */
export function ClosedJob({ job: closed, similar }: ClosedJobData) {
  // The posting takes no applications any more, whatever the date.
  const job = { ...closed, closingDate: null }
  return (
    <article className="wrap pt-6 md:pt-10">
      <BackToJobs />
      <header className="mt-4 md:mt-6">
        <p className="font-mono text-ink-muted text-sm">{formatJobId(job.id)}</p>
        <h1 className="mt-2 text-3xl text-balance wrap-anywhere">
          <bdi>{job.title}</bdi>
        </h1>
        <JobFactsLine job={job} pay={shownPay(job)} />
        <FurtherFactsLine job={job} />
      </header>
      <section aria-labelledby="closed-title" className="mt-8 border-signal-grey border-l-4 py-1 pl-4 md:pl-6">
        <h2 id="closed-title" className="text-lg text-balance">
          {JOB_STATUS[job.status].ended}
        </h2>
        {similar.length > 0 && <SimilarJobs jobs={similar} />}
        <p className="mt-3 -mb-2">
          <Link href={`${PAGE.landing}#${ANCHOR.careers}`} className="inline-flex min-h-11 items-center">
            See all open positions
          </Link>
        </p>
      </section>
      <div className="mt-8 grid gap-10 md:mt-10 lg:grid-cols-12 lg:gap-6">
        <div className="min-w-0 lg:col-span-7">
          <JobContent job={job} level="h2" />
        </div>
        <aside className="lg:sticky lg:top-24 lg:col-span-4 lg:col-start-9 lg:self-start">
          <JobSummary job={job} level="h2" isClosed />
        </aside>
      </div>
    </article>
  )
}

function SimilarJobs({ jobs }: { jobs: SimilarJob[] }) {
  return (
    <>
      <h3 className="mt-5 text-base">Similar open positions</h3>
      <ul className="m-0 mt-2 list-none border-line border-t p-0">
        {jobs.map((job) => (
          <li key={job.id} className="border-line border-b py-3 [&>.facts]:mt-1">
            <Link
              href={pathTo(PAGE.job, job.id)}
              className="-my-2 inline-block min-h-11 py-2 font-semibold wrap-anywhere"
            >
              <bdi>{job.title}</bdi>
            </Link>
            <JobFactsLine job={job} pay={job.pay} />
          </li>
        ))}
      </ul>
    </>
  )
}
