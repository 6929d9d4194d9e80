import { use } from 'react'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { ASSIGNED_TO_ME } from '../../../../contract/applications/application-terms.ts'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../../contract/search/list-filter.ts'
import { SignedInPerson } from '../../../session/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { TABS } from '../application-tabs.ts'
import type { JobTitles } from '../application-texts.ts'
import { FIRST_VIEW, type ListView } from '../list-view.ts'

type NoApplicationsProps = {
  view: ListView
  /** The counts of the tabs, which follow the search; undefined while they load. */
  counts: ApplicationSummary['tabs'] | undefined
  /** The postings that the person sees; undefined while they load. */
  titles: JobTitles | undefined
  /** Whether no application has ever been received. */
  hasNoApplications: boolean
  onChange: (change: Partial<ListView>) => void
}

/** Why the list has no rows, and what to do next. */
export function NoApplications({ view, counts, titles, hasNoApplications, onChange }: NoApplicationsProps) {
  const { search, tab } = view
  const elsewhere = search === '' ? [] : TABS.filter(({ value }) => value !== tab && counts?.[value])
  const { role, assignments } = use(SignedInPerson)
  const offers = useKeepFocus<HTMLDivElement>()
  if (role === 'hiring_manager' && assignments.length === 0) {
    return (
      <p role="status" className="px-4 py-8">
        No posting is assigned to you yet. Ask an owner.
      </p>
    )
  }
  return (
    <div ref={offers} className="grid justify-items-start gap-2 px-4 py-8">
      <p role="status">No applications found in this category</p>
      <p className="wrap-anywhere text-ink-muted text-sm">
        {search === '' ? nextStep(view, titles, hasNoApplications) : `Searched for “${search}”.`}
      </p>
      {search !== '' && (
        <p className="flex flex-wrap gap-2">
          {elsewhere.map(({ value, label }) => (
            <Button key={value} tone="secondary" onClick={() => onChange({ tab: value })}>
              {formatCount(counts?.[value] ?? 0)} in {label}
            </Button>
          ))}
          <Button tone="secondary" onClick={() => onChange({ search: '' })}>
            Clear the search
          </Button>
        </p>
      )}
    </div>
  )
}

function nextStep(
  { tab, job, assigned, tags }: ListView,
  titles: JobTitles | undefined,
  hasNoApplications: boolean,
): string {
  if (titles && Number(job) > 0 && !titles.has(Number(job)))
    return 'This posting is no longer there, or not shown to you. Choose All Jobs.'
  if (tags !== FIRST_VIEW.tags) return 'Nothing here has these tags. Try another tab, or choose All tags.'
  if (assigned === ASSIGNED_TO_ME) return 'Nothing here is assigned to you. Try another tab, or choose All people.'
  if (assigned !== FIRST_VIEW.assigned)
    return 'Nothing here is assigned to this person. Try another tab, or choose All people.'
  if (tab === QUARANTINE) return 'The quarantine is empty.'
  if (tab === UNANSWERED) return 'Every applicant knows the decision.'
  if (tab === LATE) return 'No one waits longer than promised.'
  if (tab === REPLIED) return 'Every reply is answered.'
  if (hasNoApplications) return 'No one has applied yet. New applications appear under Pending.'
  const steps = job === FIRST_VIEW.job ? 'Try another tab.' : 'Try another tab, or choose All Jobs.'
  return `${steps} New applications appear under Pending.`
}
