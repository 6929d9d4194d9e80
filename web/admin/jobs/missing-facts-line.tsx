import type { Job } from '../../../contract/jobs/job.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { missingFacts } from '../../posting/missing-facts.ts'

/** Says what search engines and job boards will miss of an open posting. */
export function MissingFactsLine({ job }: { job: Job }) {
  const { company } = usePageData()
  const missing = missingFacts(job, company.address)
  if (missing.length === 0) return null
  return (
    <p className="mb-3 border-signal-amber border-l-4 pl-3 text-sm">
      <span className="font-semibold">For search engines and job boards:</span> {missing.join(' ')}{' '}
      <span className="text-ink-muted">Choose Edit, then “More for search engines and feeds”.</span>
    </p>
  )
}
