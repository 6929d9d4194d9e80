import type { ApplicationChange, RefusedApplication } from '../../../../contract/application-changes.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'
import { nameSome } from '../application-texts.ts'
import { describeRefusal } from '../changes/undoable-changes.ts'

/** A number of applications in words. */
export function countApplications(count: number): string {
  return count === 1 ? '1 application' : `${formatCount(count)} applications`
}

/** The toast for a change of several applications, in the words for one (`spec.md` section 8). */
export function describeBulkChange(change: ApplicationChange, changed: Array<{ name: string }>): ToastMessage {
  const about = changed.length === 1 ? changed[0]?.name : countApplications(changed.length)
  if ('status' in change) {
    return { title: 'Status updated', about, description: `Application status changed to ${change.status}` }
  }
  return { title: change.archived ? 'Application archived' : 'Application unarchived', about }
}

/** The toast for a change that the server refused for every application, or that could not be sent. */
export function describeFailedChange(change: ApplicationChange): ToastMessage {
  return 'status' in change
    ? { title: 'Update failed', description: 'Failed to update application status' }
    : { title: 'Action failed', description: 'Failed to change archive status' }
}

/** Which applications were refused, and why. */
export function describeRefused(refused: RefusedApplication[]): string {
  return refused.map((one) => `${one.name ?? 'One application'} ${describeRefusal(one)}`).join(' ')
}

/** The question before several applications are deleted: how many, and up to three names. */
export function askToDelete(applications: Array<{ name: string }>): string {
  const what = applications.length === 1 ? 'this application' : `these ${formatCount(applications.length)} applications`
  return `Are you sure you want to delete ${what} (${nameSome(applications)})? This action cannot be undone.`
}
