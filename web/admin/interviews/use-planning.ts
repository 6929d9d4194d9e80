import type { Application } from '../../../contract/applications/application.ts'
import { useInterviewDialog } from './interview-list.tsx'

/** Planning an interview with an applicant: the action, undefined where none can be planned, and the dialog that it opens. */
export function usePlanning(application: Application | undefined) {
  const { open, offer, dialog } = useInterviewDialog()
  const isPossible = application && !application.quarantined && application.withdrawnAt === null
  const about = isPossible ? { applicationId: application.id, applicantName: application.name } : undefined
  return {
    plan: about && (() => open(about)),
    offer: about && (() => offer(about)),
    dialog,
  }
}
