import { Link } from 'wouter'
import { PAGE } from '../../../../contract/wire/paths.ts'

/** Heading of the quarantine, shown instead of the tabs. */
export function QuarantineHead() {
  return (
    <div className="border-line border-b px-4 pb-4 ">
      <h3 className="text-base">Quarantine</h3>
      <p className="measure text-ink-muted text-sm">
        These were probably sent by bots: they filled in a field that says “Leave this empty” and that most browsers
        hide. There may be a person among them. No other list or count includes them. To release one, choose Not Spam in
        its menu.
      </p>
      <p className="mt-2 text-sm">
        <Link href={PAGE.adminDashboard} className="inline-flex min-h-11 items-center">
          Back to all applications
        </Link>
      </p>
    </div>
  )
}
