import { describeFacets } from '../../../contract/jobs/search/describe-facets.ts'
import type { JobAlert } from '../../../contract/jobs/search/job-alert.ts'
import type { AlertMailKind, AlertMailState } from '../../../contract/messages/mail-terms.ts'
import type { ChartData } from '../../ui/chart/csv.ts'
import { formatDay } from '../../ui/text/date-formats.ts'

/** What the states of a job alert are called. */
export const ALERT_STATES = {
  active: 'Active',
  unconfirmed: 'Not confirmed',
  stopped: 'Address refused',
} as const satisfies Record<JobAlert['state'], string>

const MAIL_KINDS: Record<AlertMailKind, string> = { confirmation: 'Confirmation', openings: 'New positions' }

const MAIL_STATES: Record<AlertMailState, string> = {
  waiting: 'waits',
  sending: 'is being sent',
  sent: 'sent',
  failed: 'failed',
  not_sent: 'not sent',
  perhaps_sent: 'perhaps sent',
  nothing: 'nothing to say any more',
}

/** What a job alert asks for, in one line. */
export function describeAlert(alert: JobAlert): string {
  const facets = describeFacets(alert).map(([name, value]) => `${name}: ${value}`)
  return facets.join('; ') || 'Every new position'
}

/** What became of the latest mail. */
export function describeMail({ lastMail }: JobAlert): string {
  if (!lastMail) return 'None'
  return `${MAIL_KINDS[lastMail.kind]}, ${formatDay(lastMail.createdAt)}: ${MAIL_STATES[lastMail.state]}`
}

/** Job alerts as a table for export. */
export function alertTable(alerts: readonly JobAlert[]): ChartData {
  return {
    columns: ['Email', 'State', 'Department', 'Type', 'Place', 'Remote', 'Keywords', 'Since', 'Ends', 'Last email'],
    rows: alerts.map((alert) => [
      alert.email,
      ALERT_STATES[alert.state],
      alert.department ?? '',
      alert.jobType ?? '',
      alert.place ?? '',
      alert.remote ? 'yes' : 'no',
      alert.words ?? '',
      alert.createdAt,
      alert.endsAt,
      describeMail(alert),
    ]),
  }
}
