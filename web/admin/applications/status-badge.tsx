import type { Application } from '../../../contract/application.ts'
import { Badge } from '../../ui/badge.tsx'
import { STATUS_VIEWS } from './application-statuses.ts'

/** The status of an application, in its colour. */
export function StatusBadge({ status }: Pick<Application, 'status'>) {
  return <Badge tone={STATUS_VIEWS[status].tone}>{status}</Badge>
}
