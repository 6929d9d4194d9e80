import { Link } from 'wouter'
import type { ImportSummary } from '../../../contract/imports/imports.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { STATE_BADGES } from './import-texts.ts'

const COLUMNS = ['Table', 'State', 'Rows', 'New applications', 'Begun by', 'When']

/** The imports so far. */
export function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <p className="measure text-ink-muted">Nothing was imported yet.</p>
  return (
    <table className="data-table" aria-label="Imports">
      <TableHead columns={COLUMNS} />
      <tbody>
        {imports.map(({ id, name, state, counts, by, createdAt }) => (
          <tr key={id}>
            <th scope="row" data-label="Table" className="wrap-anywhere font-semibold md:min-w-48">
              <Link href={`${ADMIN_PAGE.import}?id=${id}`}>{name}</Link>
            </th>
            <td data-label="State">
              <Badge tone={STATE_BADGES[state].tone}>{STATE_BADGES[state].words}</Badge>
            </td>
            <td data-label="Rows">{formatCount(counts.rows)}</td>
            <td data-label="New applications">{formatCount(counts.created)}</td>
            <td data-label="Begun by" className="wrap-anywhere">
              {by ?? 'The operator'}
            </td>
            <td data-label="When">{formatDayAndTime(createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
