import type { Application } from '../../../contract/applications/application.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { useMay } from '../../session/use-may.ts'
import { useInterviewDialog } from './interview-list.tsx'

/** Planning an interview with an applicant: the action, undefined where none can be planned, and the dialog that it opens. */
export function usePlanning(application: Application | undefined) {
  const may = useMay()
  const { open, offer, dialog } = useInterviewDialog()
  const isPossible = application && !application.quarantined && application.withdrawnAt === null
  const about = isPossible
    ? { applicationId: application.id, applicantName: application.name, jobId: application.jobId }
    : undefined
  return {
    plan: about && may(INTERVIEWS.plan, application?.jobId) ? () => open(about) : undefined,
    offer: about && may(INTERVIEWS.invite, application?.jobId) ? () => offer(about) : undefined,
    dialog,
  }
}
