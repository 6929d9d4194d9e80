import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import { JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { Button } from '../../../ui/button.tsx'
import { factText } from '../fact-texts.ts'
import { factsOf } from './fact-values.ts'
import type { JobFormValues } from './job-form-values.ts'
import { sourcesOf, suggestFacts } from './suggest-facts.ts'

/** What the suggestion takes. */
type FactSuggestionProps = { control: Control<JobFormValues>; setValue: UseFormSetValue<JobFormValues> }

/** Offers what the location and the salary range say for certain; nothing is filled in without being accepted. */
export function FactSuggestion({ control, setValue }: FactSuggestionProps) {
  const { company } = usePageData()
  const values = useWatch({ control }) as JobFormValues
  const suggested = suggestFacts(values, company.address)
  const facts = Object.keys(suggested) as JobFact[]
  if (facts.length === 0) return null
  const shown = factsOf({ ...values, ...suggested })
  const accept = () => {
    for (const fact of facts) setValue(fact, suggested[fact] ?? '', { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-accent border-l-4 bg-panel px-4 py-2 text-sm md:col-span-2">
      <p className="min-w-0 flex-1 basis-60">
        Read from {sourcesOf(facts)}:{' '}
        {facts.map((fact) => `${JOB_FIELDS[fact].label} ${factText(shown, fact)}`).join(', ')}.
      </p>
      <Button tone="quiet" className="text-sm" onClick={accept}>
        Use these
      </Button>
    </div>
  )
}
