import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { feedbackVersionsQuery } from '../../api/application-api.ts'

/** Who saved the feedback last and when, and its earlier texts. */
export function EarlierFeedback({ application }: { application: Application }) {
  const { token } = useAuth()
  const { data } = useQuery({
    ...feedbackVersionsQuery(token, application.id),
    // An application without feedback has had none, unless it was removed since this page was opened.
    enabled: application.feedback !== null,
  })
  const [latest, ...earlier] = data?.versions ?? []
  if (!latest || application.feedback === null) return null
  return (
    <div className="text-ink-muted text-sm">
      <p className="wrap-anywhere">Last saved {describe(latest)}</p>
      {earlier.length > 0 && (
        <details aria-label="Earlier versions">
          <summary className="min-h-9 cursor-pointer py-1.5 hover:text-accent max-md:min-h-11 max-md:py-3">
            {earlier.length === 1 ? '1 earlier version' : `${earlier.length} earlier versions`}
          </summary>
          <ol aria-label="Earlier versions, newest first" className="grid list-none gap-3 p-0">
            {earlier.map((version) => (
              <li key={version.at} className="border-line border-l-2 pl-3">
                <p className="wrap-anywhere">Saved {describe(version)}</p>
                <p className="wrap-anywhere whitespace-pre-wrap text-ink">{version.text ?? 'Removed'}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}

function describe({ by, at }: { by: string | null; at: string }) {
  return (
    <>
      {by !== null && `by ${by}, `}
      <time dateTime={at}>{formatDayAndTime(at)}</time>
    </>
  )
}
