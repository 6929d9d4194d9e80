import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { formatCount } from '../../../ui/text/format-count.ts'

/** Status of the data recovery; shown only after the first resubmission. A press spells out what the three figures are. */
export function RecoveryStatus({ recovery }: Pick<ApplicationSummary, 'recovery'>) {
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? ChevronLeft : ChevronRight
  return (
    <section aria-labelledby="recovery-status" className="recovery-status" data-open={isOpen || undefined}>
      <h2 id="recovery-status">Data Recovery Status</h2>
      <dl>
        <Figure name="Recovery applications" brief="resubmitted">
          {formatCount(recovery.resubmitted)}
        </Figure>
        <Figure name="Original applications before the cut-off" brief="original">
          {formatCount(recovery.original)}
        </Figure>
        <Figure name="Estimated data loss" brief="loss">
          Unknown
        </Figure>
      </dl>
      <button
        type="button"
        aria-label="What the figures of the data recovery are"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </section>
  )
}

/** @param props.brief the word that stands for the name while the names are not shown */
function Figure({ name, brief, children }: { name: string; brief: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-brief={brief}>{children}</dd>
    </div>
  )
}
