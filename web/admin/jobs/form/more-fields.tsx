import { ChevronRight } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { JOB_FACTS } from '../../../../contract/jobs/posting-fields.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { missingFacts } from '../../../posting/missing-facts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { JobFormFieldsProps } from './job-form-props.ts'
import { type JobFormValues, jobBodyOf } from './job-form-values.ts'

const FactFields = lazyPart(() => import('./fact-fields.tsx').then((part) => part.FactFields))

const WORDS = 'More for search engines and feeds'

/** The structured facts of a posting, closed at first; they are loaded when opened and keep what is typed. */
export function MoreFields(props: JobFormFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const hasFault = JOB_FACTS.some((fact) => fact in props.errors)
  // A refused field must be seen.
  if (hasFault && !isOpen) setOpen(true)
  return (
    <>
      <details
        aria-label={WORDS}
        className="group border-line border-t md:col-span-2"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 hover:text-accent [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          <h3 className="text-base">{WORDS}</h3>
        </summary>
        {isOpen && (
          <Suspense fallback={<p className="py-3 text-ink-muted text-sm">Loading the fields...</p>}>
            <FactFields.View {...props} />
          </Suspense>
        )}
      </details>
      <MissingFacts control={props.control} />
    </>
  )
}

/** What search engines would miss of the posting, once it has a location. */
function MissingFacts({ control }: { control: Control<JobFormValues> }) {
  const values = useDeferredValue(useWatch({ control })) as JobFormValues
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
