import { Link } from 'wouter'
import { PAGE } from '../../../../contract/paths.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { FIRST_VIEW, QUARANTINE, writeListView } from '../list-view.ts'

/** Links to the quarantine; renders nothing while it is empty. */
export function QuarantineLine({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <p className="px-4 py-2 text-ink-muted text-sm">
      {count === 1 ? '1 application' : `${formatCount(count)} applications`} in quarantine.{' '}
      <Link href={PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab: QUARANTINE })} className="max-md:py-3.5">
        Show them
      </Link>
    </p>
  )
}

/** Heading of the quarantine, shown instead of the tabs. */
export function QuarantineHead() {
  return (
    <div className="border-line border-b px-4 pb-4 ">
      <h3 className="text-base">Quarantine</h3>
      <p className="measure text-ink-muted text-sm">
        These were probably sent by a bot, because a field that people cannot see was filled in. No other list or count
        includes them. To release one, choose Not Spam in its menu.
      </p>
      <p className="mt-2 text-sm">
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center">
          Back to all applications
        </Link>
      </p>
    </div>
  )
}
