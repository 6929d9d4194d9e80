import type { Retention } from '../../../contract/personal-data/retention-rules.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { countApplications } from './retention-texts.ts'

/** Erasures that go on, and what hinders those that do not. */
export function Erasures({ applications, faults }: Retention['erasing']) {
  if (applications === 0) return <p className="measure text-ink-muted">No erasure is under way.</p>
  return (
    <div className="grid gap-3">
      <p className="measure">
        {countApplications(applications)} {applications === 1 ? 'is' : 'are'} being erased from every store.
      </p>
      {faults.length > 0 && (
        <ul className="grid gap-2">
          {faults.map(({ applicationId, error, since }) => (
            <li key={applicationId} className="measure wrap-anywhere border-signal-amber border-l-4 pl-3 text-sm">
              <span className="font-mono">{formatReference('APP', applicationId)}</span>, requested on{' '}
              {formatDayAndTime(since)}, is tried again by itself. The latest attempt said: {error}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
