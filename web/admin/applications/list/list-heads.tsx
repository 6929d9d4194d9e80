import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { LATE, type ListView, QUARANTINE, UNANSWERED } from '../list-view.ts'

/** The headings of the lists that have no tabs above them. */
export const LIST_HEADS: Partial<Record<ListView['tab'], () => ReactNode>> = {
  [QUARANTINE]: () => (
    <ListHead title="Quarantine">
      These were probably sent by bots: they filled in a field that says “Leave this empty” and that most browsers hide.
      There may be a person among them. No other list or count includes them. To release one, choose Not Spam in its
      menu.
    </ListHead>
  ),
  [UNANSWERED]: () => (
    <ListHead title="Decided, not answered">
      Hired, rejected or archived, and no message about it was sent. Send one, or choose Mark as Answered in the menu of
      the row.
    </ListHead>
  ),
  [LATE]: () => (
    <ListHead title="Waiting longer than promised">
      Pending or in review, and the day on which they were to be answered is over. A decision, or the archive, takes
      them out of this list.
    </ListHead>
  ),
}

/** What a list has, in place of the tabs, with the way back to them. */
function ListHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-line border-b px-4 pb-2">
      <h3 className="text-base">{title}</h3>
      <p className="measure text-ink-muted text-sm">{children}</p>
      <p className="text-sm">
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center md:min-h-9">
          Back to all applications
        </Link>
      </p>
    </div>
  )
}
