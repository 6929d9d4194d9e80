import type { Application } from '../../../contract/applications/application.ts'
import { APPLICATION_STATUS, type StatusEntry } from '../../../contract/applications/application-statuses.ts'
import { wordOf } from '../../../contract/applications/status-lists.ts'
import { Badge } from '../../ui/badge.tsx'

/** The status of an application, in its colour. */
export function StatusBadge({ status }: Pick<Application, 'status'>) {
  return <Badge tone={APPLICATION_STATUS[status].tone}>{wordOf(status)}</Badge>
}

const LAMPS: Record<StatusEntry['tone'], string> = {
  amber: 'bg-signal-amber',
  blue: 'bg-signal-blue',
  violet: 'bg-signal-violet',
  green: 'bg-signal-green',
  red: 'bg-signal-red',
  grey: 'bg-signal-grey',
}

/** The colour of a status as a dot before its name. */
export function StatusLamp({ status, className = '' }: Pick<Application, 'status'> & { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`size-2 shrink-0 rounded-full ${LAMPS[APPLICATION_STATUS[status].tone]} ${className}`}
    />
  )
}
