import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { formatCount } from '../../../ui/text/format-count.ts'

/**
 * Status of the data recovery in one line; shown only after the first resubmission. On a narrow
 * screen the line has the first fact, and a press shows the others.
 */
export function RecoveryLine({ recovery }: Pick<ApplicationSummary, 'recovery'>) {
  const [isOpen, setOpen] = useState(false)
  if (recovery.resubmitted === 0) return null
  const Icon = isOpen ? ChevronUp : ChevronDown
  return (
    <section aria-labelledby="recovery-status" className="recovery-line" data-open={isOpen || undefined}>
      <h2 id="recovery-status" className="font-normal tracking-normal whitespace-nowrap">
        Data Recovery Status
      </h2>
      <dl>
        <RecoveryFact name="Recovery applications" value={recovery.resubmitted} />
        <RecoveryFact name="Original applications before the cut-off" value={recovery.original} />
        <RecoveryFact name="Estimated data loss" value="Unknown" />
      </dl>
      <button
        type="button"
        className="recovery-more"
        aria-label="All figures of the data recovery"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </section>
  )
}

function RecoveryFact({ name, value }: { name: string; value: number | string }) {
  return (
    <div>
      <dt className="text-ink-muted">{name}</dt>
      <dd className="font-mono tabular-nums">{typeof value === 'number' ? formatCount(value) : value}</dd>
    </div>
  )
}
