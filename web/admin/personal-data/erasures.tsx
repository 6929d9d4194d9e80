import { Link } from 'wouter'
import type { Retention } from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { countApplications } from './retention-texts.ts'

/** Erasures that go on, those that wait for the end of a legal hold, and what hinders others. */
export function Erasures({ applications, waitingForHold, faults }: Retention['erasing']) {
  return (
    <div className="grid gap-3">
      {applications > 0 && (
        <p className="measure">
          {countApplications(applications)} {applications === 1 ? 'is' : 'are'} being erased from every store.
        </p>
      )}
      {waitingForHold.length > 0 && (
        <ul aria-label="Waiting for the end of a legal hold" className="grid gap-2">
          {waitingForHold.map(({ applicationId, since, endsOn }) => (
            <li key={applicationId} className="measure text-sm">
              <Reference id={applicationId} /> was asked to be erased on {formatDay(since)}. A legal hold keeps it until{' '}
              {formatCalendarDay(endsOn)}; then it is erased.
            </li>
          ))}
        </ul>
      )}
      {faults.length > 0 && (
        <ul aria-label="Not erased yet" className="grid gap-2">
          {faults.map(({ applicationId, error, since }) => (
            <li key={applicationId} className="measure border-signal-amber border-l-4 pl-3 text-sm">
              <Reference id={applicationId} /> was asked to be erased on {formatDay(since)} and is not erased yet. It is
              tried again by itself.
              <details>
                <summary className="cursor-pointer py-1 max-md:py-3">Details</summary>
                <p className="wrap-anywhere text-ink-muted">{error}</p>
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Reference({ id }: { id: number }) {
  return (
    <Link href={pathTo(ADMIN_PAGE.review, id)} className="whitespace-nowrap font-mono max-md:py-3">
      {formatReference('APP', id)}
    </Link>
  )
}
