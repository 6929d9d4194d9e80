import { Link } from 'wouter'
import { PAGE } from '../../../../contract/paths.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { FIRST_VIEW, QUARANTINE, writeListView } from './list-view.ts'

/** Says that there is something in quarantine, and leads there; nothing while it is empty. */
export function QuarantineLine({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <p className="px-4 pb-4 text-ink-muted text-sm md:px-5">
      {count === 1 ? '1 application' : `${formatCount(count)} applications`} in quarantine.{' '}
      <Link href={PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab: QUARANTINE })} className="max-md:py-3.5">
        Show them
      </Link>
    </p>
  )
}

/** Heads the list of the quarantine, in place of the tabs. */
export function QuarantineHead() {
  return (
    <div className="border-line border-b px-4 pb-4 md:px-5">
      <h3 className="text-base">Quarantine</h3>
      <p className="measure text-ink-muted text-sm">
        A program has probably sent these: a field that people cannot see was filled in. They are left out of every list
        and count. Choose Not Spam in the menu of a row to put one back among the others.
      </p>
      <p className="mt-2 text-sm">
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center">
          Back to all applications
        </Link>
      </p>
    </div>
  )
}
