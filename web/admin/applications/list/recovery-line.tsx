import type { ApplicationSummary } from '../../../../contract/application-list.ts'
import { formatCount } from '../../../ui/text/format-count.ts'

/** Status of the data recovery in one line; shown only after the first resubmission (`spec.md` section 2). */
export function RecoveryLine({ recovery }: Pick<ApplicationSummary, 'recovery'>) {
  if (recovery.resubmitted === 0) return null
  return (
    <section
      aria-labelledby="recovery-status"
      className="mt-2 flex flex-wrap items-baseline gap-x-6 gap-y-1 rounded-md border border-signal-amber/50 border-l-4 bg-panel px-4 py-1 text-sm"
    >
      <h2 id="recovery-status" className="font-normal tracking-normal">
        Data Recovery Status
      </h2>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        <RecoveryFact name="Recovery applications" value={recovery.resubmitted} />
        <RecoveryFact name="Original applications before the cut-off" value={recovery.original} />
        <RecoveryFact name="Estimated data loss" value="Unknown" />
      </dl>
    </section>
  )
}

function RecoveryFact({ name, value }: { name: string; value: number | string }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="font-mono tabular-nums">{typeof value === 'number' ? formatCount(value) : value}</dd>
    </div>
  )
}
