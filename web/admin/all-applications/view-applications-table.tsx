import type { Application } from '../../../contract/applications/application.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDayAndTimeWithoutComma } from '../../ui/text/date-formats.ts'
import { EmailAddress } from '../../ui/text/email-address.tsx'
import { StatusBadge } from '../applications/status-badge.tsx'

const COLUMNS = ['Name', 'Email', 'Phone', 'Notes', 'Status', 'Date Applied']

/** All applications with their full notes, to read only; under 768 px one to a card. */
export function ViewApplicationsTable({ applications }: { applications: Application[] }) {
  return (
    <table className="data-table all-applications">
      <TableHead columns={COLUMNS} />
      <tbody className="align-top">
        {applications.map((application) => (
          <tr key={application.id}>
            <th scope="row" data-label="Name" className="font-semibold wrap-anywhere xl:min-w-50">
              {application.name}
            </th>
            <td data-label="Email" className="wrap-anywhere xl:min-w-58">
              <EmailAddress address={application.email} />
            </td>
            <td data-label="Phone" data-empty={!application.phone || undefined} className="wrap-anywhere xl:min-w-38">
              {application.phone || <span className="text-ink-muted">Not provided</span>}
            </td>
            <td
              data-label="Notes"
              data-empty={!application.note || undefined}
              className="whitespace-pre-line wrap-anywhere xl:w-2/5"
            >
              {application.note || <span className="text-ink-muted">No notes</span>}
            </td>
            <td data-label="Status">
              <StatusBadge status={application.status} />
            </td>
            <td data-label="Date Applied" className="xl:whitespace-nowrap">
              {formatDayAndTimeWithoutComma(application.createdAt)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
