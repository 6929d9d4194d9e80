import { Link } from 'wouter'
import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { formatCount } from '../../ui/text/format-count.ts'
import { WholeReferences } from '../../ui/text/whole-references.tsx'
import { describeAudit, describeSubject, describeWho } from './audit-texts.ts'
import './audit-table.css'

const COLUMNS = ['Time', 'Who', 'What', 'About', 'Sealed as']

/** Entries of the audit trail, newest first; two or three lines each on a phone. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className="data-table audit-table">
      <TableHead columns={COLUMNS} />
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td data-label="Time" className="md:whitespace-nowrap">
              <time dateTime={entry.at} className="text-ink-muted">
                {formatDayAndTime(entry.at)}
              </time>
            </td>
            <td data-label="Who" className="wrap-anywhere md:min-w-28">
              <bdi>{describeWho(entry.by)}</bdi>
            </td>
            <th scope="row" data-label="What" className="wrap-anywhere font-semibold">
              {describeAudit(entry)}
            </th>
            <td data-label="About" className="wrap-anywhere">
              <Subject entry={entry} />
            </td>
            <td data-label="Sealed as">
              <span className="text-ink-muted">{entry.place === null ? 'Not yet' : formatCount(entry.place)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PAGES = { application: ADMIN_PAGE.review, job: ADMIN_PAGE.job } as const

/** Leads to its page, where it still has one. */
function Subject({ entry }: { entry: AuditEntry }) {
  const words = describeSubject(entry)
  const { subject } = entry
  if (!words || !subject) return null
  if (subject.kind === 'account' || subject.name === null) return <bdi>{words}</bdi>
  return (
    <Link
      href={pathTo(PAGES[subject.kind], subject.id)}
      className="max-md:inline-flex max-md:min-h-11 max-md:items-center pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      <bdi>
        <WholeReferences text={words} />
      </bdi>
    </Link>
  )
}
