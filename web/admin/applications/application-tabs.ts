import { APPLICATION_STATUS, type ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../contract/applications/status-lists.ts'

/** A tab of the applications card: one per status, and the archive. */
export type Tab = ApplicationStatus | 'archived'

/** The six tabs, in their order. */
export const TABS: Array<{ value: Tab; label: string }> = [
  ...STATUSES_BY_KEY.map((status) => ({ value: status, label: APPLICATION_STATUS[status].name })),
  { value: 'archived', label: 'Archived' },
]
