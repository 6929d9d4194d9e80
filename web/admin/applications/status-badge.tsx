import type { Application } from '../../../contract/applications/application.ts'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { Badge } from '../../ui/badge.tsx'
import { STATUS_VIEWS } from './application-statuses.ts'

/** The status of an application, in its colour. */
export function StatusBadge({ status }: Pick<Application, 'status'>) {
  return <Badge tone={STATUS_VIEWS[status].tone}>{status}</Badge>
}

const LAMPS: Record<ApplicationStatus, string> = {
  pending: 'bg-signal-amber',
  reviewing: 'bg-signal-blue',
  interview: 'bg-signal-violet',
  hired: 'bg-signal-green',
  rejected: 'bg-signal-red',
}

/** The colour of a status as a dot before its name. */
export function StatusLamp({ status, className = '' }: Pick<Application, 'status'> & { className?: string }) {
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${LAMPS[status]} ${className}`} />
}
