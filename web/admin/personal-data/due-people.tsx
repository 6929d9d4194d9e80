import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { RetentionPreview } from '../../../contract/personal-data/retention-rules.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatCalendarDay } from '../../ui/text/date-formats.ts'
import { PersonLink } from './person-link.tsx'
import { previewQuery } from './personal-data-api.ts'
import { describeRules, RULE_NAMES } from './retention-texts.ts'
import './people-table.css'

/** Whose period is over: whom the rules set aside, or would if they were on. */
export function DuePeople() {
  const { token } = useAuth()
  const [page, setPage] = useState(1)
  const query = useQuery(previewQuery(token, page))
  return (
    <Loaded
      query={query}
      loading={<TableSkeleton words="Looking whose period is over..." rows={4} isInCard />}
      failure="The preview could not be loaded."
      isInCard
    >
      {(preview) =>
        preview.people === 0 ? (
          <p className="measure text-ink-muted">Nobody's period is over.</p>
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <Rules preview={preview} />
            <DueTable list={preview.list} />
            {preview.people > RETENTION.page && (
              <Pager
                of={LABEL}
                first={(page - 1) * RETENTION.page + 1}
                shown={preview.list.length}
                total={preview.people}
                hasMore={false}
                previous={page > 1 ? () => setPage(page - 1) : undefined}
                next={page * RETENTION.page < preview.people ? () => setPage(page + 1) : undefined}
              />
            )}
          </div>
        )
      }
    </Loaded>
  )
}

function Rules({ preview }: { preview: RetentionPreview }) {
  const rules = describeRules(preview)
  if (rules.length === 0) return null
  return (
    <ul className="measure list-disc pl-5 text-sm">
      {rules.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}

const LABEL = 'Whose period is over'

const COLUMNS = ['Name', 'Applications', 'Why', 'Due since']

function DueTable({ list }: Pick<RetentionPreview, 'list'>) {
  return (
    <table className="data-table people-table" data-of="due" aria-label={LABEL}>
      <TableHead columns={COLUMNS} />
      <tbody>
        {list.map(({ applicationId, name, applications, rule, due }) => (
          <tr key={applicationId}>
            <th scope="row" data-label="Name" className="wrap-anywhere font-semibold">
              <PersonLink {...{ applicationId, name }} />
            </th>
            <td data-label="Applications">{applications}</td>
            <td data-label="Why">
              <span className="inline-block first-letter:uppercase">{RULE_NAMES[rule].after}</span>
            </td>
            <td data-label="Due since" className="md:whitespace-nowrap">
              {formatCalendarDay(due)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
