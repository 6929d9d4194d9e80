import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { FIRST_STATUS } from '../../../../contract/applications/status-lists.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { summaryQuery } from '../application-list-api.ts'
import { FIRST_VIEW, type ListView, QUARANTINE, UNANSWERED, writeListView } from '../list-view.ts'
import { useListView } from './use-list-view.ts'

/**
 * How many applicants wait longer than promised, how many do not know the decision, and how many are in quarantine, where
 * no other list shows them; each count leads to its list.
 */
export function PromiseLine() {
  const { token } = useAuth()
  const [view] = useListView()
  const { data } = useQuery(summaryQuery(token, view))
  if (!data) return null
  const { quarantined } = data
  const { overdue, unanswered } = data.promise
  return (
    <p className="flex flex-wrap gap-x-4 text-sm max-md:justify-end max-md:gap-x-3 max-md:text-[0.75rem]">
      {overdue > 0 && (
        <Count
          view={{ tab: FIRST_STATUS, sort: 'date' }}
          words={`${formatCount(overdue)} ${overdue === 1 ? 'waits' : 'wait'} longer than promised`}
          fewWords={`${formatCount(overdue)} overdue`}
        />
      )}
      {unanswered > 0 && (
        <Count
          view={{ tab: UNANSWERED }}
          words={`${formatCount(unanswered)} decided, not answered`}
          fewWords={`${formatCount(unanswered)} unanswered`}
        />
      )}
      {quarantined > 0 && (
        <Count
          view={{ tab: QUARANTINE }}
          words={`${formatCount(quarantined)} held back as spam`}
          fewWords={`${formatCount(quarantined)} held`}
          isQuiet
        />
      )}
    </p>
  )
}

type CountProps = { view: Partial<ListView>; words: string; fewWords: string; isQuiet?: boolean }

/** @param fewWords for a narrow title row, which has no room for the words of three counts */
function Count({ view, words, fewWords, isQuiet = false }: CountProps) {
  return (
    <Link
      href={PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, ...view })}
      className={`${isQuiet ? 'text-ink-muted' : 'font-semibold text-signal-amber'} inline-flex min-h-6 items-center max-md:min-h-11`}
    >
      <span className="max-lg:hidden">{words}</span>
      <span className="lg:hidden">{fewWords}</span>
    </Link>
  )
}

/** Heading of the list of what is decided but not answered, shown instead of the tabs. */
export function UnansweredHead() {
  return (
    <div className="border-line border-b px-4 pb-2">
      <h3 className="text-base">Decided, not answered</h3>
      <p className="measure text-ink-muted text-sm">
        Hired, rejected or archived, and no message about it was sent. Send one, or choose Mark as Answered in the menu
        of the row.
      </p>
      <p className="text-sm">
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center md:min-h-9">
          Back to all applications
        </Link>
      </p>
    </div>
  )
}
