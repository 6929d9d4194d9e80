import { useState } from 'react'
import type { JobAlert } from '../../../contract/jobs/search/job-alert.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { EmailAddress } from '../../ui/text/email-address.tsx'
import { ALERT_STATES, describeAlert, describeMail } from './job-alert-texts.ts'
import { useAlertDeletion } from './job-alerts-api.ts'

const COLUMNS = ['Email', 'Asked for', 'State', 'From and until', 'Last email', 'Actions']

/** Job alerts with a button that deletes each; cards on a phone. */
export function JobAlertTable({ alerts }: { alerts: readonly JobAlert[] }) {
  const [toDelete, setToDelete] = useState<JobAlert>()
  const deletion = useAlertDeletion()
  return (
    <>
      <table className="data-table">
        <TableHead columns={COLUMNS} />
        <tbody>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} onDelete={() => setToDelete(alert)} />
          ))}
        </tbody>
      </table>
      {toDelete && (
        <ConfirmDialog
          title="Delete this job alert?"
          question={`All that is stored about ${toDelete.email} for job alerts is deleted, and nothing more is sent to it. Applications stay.`}
          action="Delete"
          onConfirm={() => deletion.mutate(toDelete)}
          onClose={() => setToDelete(undefined)}
        />
      )}
    </>
  )
}

function AlertRow({ alert, onDelete }: { alert: JobAlert; onDelete: () => void }) {
  return (
    <tr>
      <th scope="row" data-label="Email" className="wrap-anywhere font-semibold">
        <EmailAddress address={alert.email} />
      </th>
      <td data-label="Asked for" className="wrap-anywhere">
        {describeAlert(alert)}
      </td>
      <td data-label="State" className="xl:whitespace-nowrap">
        {ALERT_STATES[alert.state]}
      </td>
      <td data-label="From and until" className="xl:whitespace-nowrap">
        <span>
          <Day instant={alert.createdAt} /> to <Day instant={alert.endsAt} />
        </span>
      </td>
      <td data-label="Last email">
        <span>
          {describeMail(alert)}
          {alert.lastMail?.state === 'failed' && (
            <span className="block wrap-anywhere text-ink-muted">{alert.lastMail.response}</span>
          )}
        </span>
      </td>
      <td data-label="Actions">
        <Button tone="quiet" aria-label={`Delete the job alert of ${alert.email}`} onClick={onDelete}>
          Delete
        </Button>
      </td>
    </tr>
  )
}

function Day({ instant }: { instant: string }) {
  return <span className="whitespace-nowrap">{formatDay(instant)}</span>
}
