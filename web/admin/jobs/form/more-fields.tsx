import { useDeferredValue, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Job } from '../../../../contract/jobs/job.ts'
import { JOB_FACTS } from '../../../../contract/jobs/posting-fields.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { missingFacts } from '../../../posting/missing-facts.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FactFields } from './fact-fields.tsx'
import { type JobFormValues, jobBodyOf } from './job-form-values.ts'

/** The structured facts of a posting, closed at first; they keep what is typed. */
export function MoreFields({ job }: { job: Job | undefined }) {
  const { errors } = useFormContext<JobFormValues>().formState
  const [isOpen, setOpen] = useState(false)
  const hasFault = JOB_FACTS.some((fact) => fact in errors)
  // A refused field must be seen.
  if (hasFault && !isOpen) setOpen(true)
  return (
    <>
      <Disclosure
        title="More for search engines and feeds"
        isOpen={isOpen}
        onToggle={setOpen}
        className="md:col-span-2"
      >
        <FactFields job={job} />
      </Disclosure>
      <MissingFacts />
    </>
  )
}

/** What search engines would miss of the posting, once it has a location. */
function MissingFacts() {
  const values = useDeferredValue(useWatch<JobFormValues>()) as JobFormValues
  const { company } = usePageData()
  if (values.location.trim() === '') return null
  const missing = missingFacts(jobBodyOf(values), company.address)
  if (missing.length === 0) return null
  return (
    <p className="border-signal-amber border-l-4 pl-3 text-sm md:col-span-2">
      <span className="font-semibold">For search engines:</span> {missing.join(' ')}
    </p>
  )
}
