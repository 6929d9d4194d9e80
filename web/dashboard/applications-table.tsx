import { Download } from 'lucide-react'
import type { Application } from '../../contract/application.ts'
import type { Job } from '../../contract/job.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { formatAppliedDate, jobPositionOf, STATUS_TONES } from './application-texts.ts'
import { useResumeDownload } from './use-resume-download.ts'

const COLUMNS = ['Name', 'Email', 'Phone', 'Job Position', 'Status', 'Date Applied', 'Resume']

/** What the table shows; the postings give the applications their position's title. */
export type ApplicationsTableProps = { applications: Application[]; jobs: Job[] }

/** The applications, one to a row; under 768 px one to a card. */
export function ApplicationsTable({ applications, jobs }: ApplicationsTableProps) {
  const download = useResumeDownload()
  if (applications.length === 0) return <p>No applications found in this category</p>
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
      <tbody>
        {applications.map((application) => (
          <tr key={application.id}>
            <th scope="row" data-label="Name" className="lg:min-w-36">
              {application.name}
            </th>
            <td data-label="Email" className="[overflow-wrap:anywhere] lg:min-w-56">
              {application.email}
            </td>
            <td data-label="Phone" className="md:whitespace-nowrap">
              {application.phone || 'Not provided'}
            </td>
            <td data-label="Job Position">{jobPositionOf(application, jobs)}</td>
            <td data-label="Status">
              <Badge tone={STATUS_TONES[application.status]}>{application.status}</Badge>
            </td>
            <td data-label="Date Applied" className="whitespace-nowrap">
              {formatAppliedDate(application.createdAt)}
            </td>
            <td data-label="Resume">
              {application.resume ? (
                <Button
                  tone="quiet"
                  className="whitespace-nowrap text-sm"
                  isBusy={download.isPending && download.variables?.id === application.id}
                  onClick={() => download.mutate(application)}
                >
                  <Download aria-hidden="true" className="size-4" />
                  Download
                  <span className="sr-only">resume of {application.name}</span>
                </Button>
              ) : (
                <span className="text-ink-muted">None</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
