import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { LegalHolds } from '../../../contract/personal-data/legal-holds.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { HoldDialog } from './hold-dialog.tsx'
import { PersonLink } from './person-link.tsx'
import { holdsQuery } from './personal-data-api.ts'
import './people-table.css'

/** Who is held for a legal matter. */
export function LegalHoldList() {
  const { token } = useAuth()
  return (
    <Loaded
      query={useQuery(holdsQuery(token))}
      loading={<TableSkeleton words="Loading the legal holds..." rows={1} isInCard />}
      failure="The legal holds could not be loaded."
      isInCard
    >
      {({ holds }) =>
        holds.length === 0 ? (
          <p className="measure text-ink-muted">
            Nobody is held. Set a legal hold from an application's <span className="font-mono">…</span> menu.
          </p>
        ) : (
          <HoldTable holds={holds} />
        )
      }
    </Loaded>
  )
}

const COLUMNS = ['Name', 'Needed for', 'Until', 'Set by', 'Actions']

function HoldTable({ holds }: LegalHolds) {
  const [opened, setOpened] = useState<{ id: number; name: string }>()
  return (
    <>
      <table className="data-table people-table" data-of="holds" aria-label="Legal holds">
        <TableHead columns={COLUMNS} />
        <tbody>
          {holds.map(({ applicationId, name, reason, endsOn, by }) => (
            <tr key={`${applicationId} ${reason}`}>
              <th scope="row" data-label="Name" className="wrap-anywhere font-semibold">
                {applicationId === null ? 'Deleted' : <PersonLink {...{ applicationId, name: name ?? '' }} />}
              </th>
              <td data-label="Needed for" className="wrap-anywhere">
                <bdi className="line-clamp-3 max-w-prose" title={reason}>
                  {reason}
                </bdi>
              </td>
              <td data-label="Until" className="md:whitespace-nowrap">
                {formatCalendarDay(endsOn)}
              </td>
              <td data-label="Set by" className="wrap-anywhere">
                <bdi>{by}</bdi>
              </td>
              <td data-label="Actions">
                {applicationId !== null && (
                  <Button
                    tone="quiet"
                    className="-mr-2"
                    aria-label={`Change the hold of ${name}`}
                    onClick={() => setOpened({ id: applicationId, name: name ?? '' })}
                  >
                    Change
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Suspense fallback={null}>
        {opened && <HoldDialog application={opened} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </>
  )
}
