import { useQuery } from '@tanstack/react-query'
import { RELATED_LENGTH } from '../../../../contract/wire/limits.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { formatDay } from '../../../ui/text/date-formats.ts'
import { relatedQuery } from '../../api/application-api.ts'
import { managedJobsQuery } from '../../api/managed-jobs-query.ts'
import { jobPositionOf, titlesById } from '../application-texts.ts'
import { ApplicationLink } from './application-link.tsx'
import { State, TextButton } from './facts.tsx'

/** What two applications have in common. */
const MATCHES = { email: 'same email', phone: 'same phone', file: 'same file' } as const

const SECTION_ID = 'related-applications'

/** How many other applications the person sent, as the way to them; nothing when there is none. */
export function RelatedCount({ id }: { id: number }) {
  const { token } = useAuth()
  const { data } = useQuery(relatedQuery(token, id))
  const count = data?.applications.length ?? 0
  if (count === 0) return null
  const counted = count === RELATED_LENGTH ? `${count} or more` : count
  return (
    <TextButton className="mt-1" onClick={() => document.getElementById(SECTION_ID)?.focus()}>
      {count === 1 ? '1 other application' : `${counted} other applications`}
    </TextButton>
  )
}

/** Other applications of the same person, newest first; nothing when there is none. */
export function RelatedList({ id }: { id: number }) {
  const { token } = useAuth()
  const { data } = useQuery(relatedQuery(token, id))
  const titles = useQuery({ ...managedJobsQuery(token), select: titlesById })
  const related = data?.applications ?? []
  if (related.length === 0) return null
  return (
    <section id={SECTION_ID} tabIndex={-1} aria-labelledby={`${SECTION_ID}-title`}>
      <h3 id={`${SECTION_ID}-title`} className="mb-2 text-base">
        Other applications of this person
      </h3>
      <ul className="grid grid-cols-1 list-none p-0">
        {related.map(({ application, matches }) => (
          <li key={application.id} className="wrap-anywhere grid grid-cols-1 gap-1 border-line border-t py-2 text-sm">
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <ApplicationLink
                id={application.id}
                className="wrap-anywhere inline-flex min-h-9 min-w-0 items-center font-semibold max-md:min-h-11 pointer-coarse:min-h-11"
              >
                {titles.data ? jobPositionOf(application, titles.data) : application.name}
              </ApplicationLink>
              <State {...application} />
            </span>
            <span className="text-ink-muted">
              {formatDay(application.createdAt)}, {application.name} (
              {matches.map((match) => MATCHES[match]).join(', ')})
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
