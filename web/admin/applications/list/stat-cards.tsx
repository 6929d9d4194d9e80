import type { ApplicationSummary } from '../../../../contract/application-list.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { STAT_CARDS, type Stat } from '../application-statuses.ts'

const STATS = Object.keys(STAT_CARDS) as Stat[]

/** The four counts over the list; they do not follow the job filter (`spec.md` section 2). */
export function StatCards({ summary }: { summary: ApplicationSummary | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
      {STATS.map((stat) => (
        <StatCard key={stat} {...STAT_CARDS[stat]} count={summary?.[stat]} />
      ))}
    </dl>
  )
}

function StatCard({ name, note, count }: { name: string; note: string; count: number | undefined }) {
  return (
    <div className="rounded-md border border-line bg-panel px-4 py-3 md:px-5">
      <dt className="font-semibold text-sm">{name}</dt>
      <dd className="font-mono text-2xl tabular-nums">{count === undefined ? '–' : formatCount(count)}</dd>
      <dd className="text-ink-muted text-sm">{note}</dd>
    </div>
  )
}

/** Status of the data recovery; shown only after the first resubmission. */
export function RecoveryCard({ recovery }: Pick<ApplicationSummary, 'recovery'>) {
  if (recovery.resubmitted === 0) return null
  return (
    <section
      aria-labelledby="recovery-status"
      className="mt-4 rounded-md border border-signal-amber/50 border-l-4 bg-panel px-4 py-3 md:px-5"
    >
      <h2 id="recovery-status" className="text-base">
        Data Recovery Status
      </h2>
      <dl className="mt-2 flex flex-wrap gap-x-8 gap-y-2 text-sm lg:gap-x-16">
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
