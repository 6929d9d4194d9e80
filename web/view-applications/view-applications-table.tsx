import type { Application } from '../../contract/application.ts'
import { STATUS_TONES } from '../dashboard/application-texts.ts'
import { Badge } from '../ui/badge.tsx'
import { formatAppliedMinute } from './application-dates.ts'

const COLUMNS = ['Name', 'Email', 'Phone', 'Notes', 'Status', 'Date Applied']

/** All applications with their full notes, to read only; under 768 px one to a card. */
export function ViewApplicationsTable({ applications }: { applications: Application[] }) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="align-top">
        {applications.map((application) => (
          <tr key={application.id}>
            <th scope="row" data-label="Name" className="font-semibold">
              {application.name}
            </th>
            <td data-label="Email">{application.email}</td>
            <td data-label="Phone" className="md:whitespace-nowrap">
              {application.phone || <span className="text-ink-muted">Not provided</span>}
            </td>
            <td data-label="Notes" className="whitespace-pre-line md:w-2/5">
              {application.note || <span className="text-ink-muted">No notes</span>}
            </td>
            <td data-label="Status">
              <Badge tone={STATUS_TONES[application.status]}>{application.status}</Badge>
            </td>
            <td data-label="Date Applied">{formatAppliedMinute(application.createdAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
