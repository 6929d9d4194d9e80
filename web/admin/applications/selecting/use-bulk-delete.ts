import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { DeletedApplications } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { describeDeleted } from '../changes/change-texts.ts'
import { cancelReads, ONE_AT_A_TIME, refreshDashboard } from '../changes/pending-changes.ts'
import { showChanges } from '../changes/show-changes.ts'

/** The server deletes in batches: those before a failure are deleted. */
const SOME_MAY_BE_DELETED = 'Some of the applications may have been deleted. The list shows those that are still there.'

/** Returns the action that deletes several applications in one request. */
export function useBulkDelete() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    ...ONE_AT_A_TIME,
    mutationFn: (applications: Application[]) =>
      jsonRequest<DeletedApplications>('POST', ADMIN_API.deleteApplications, {
        token: readToken(),
        body: { applications: applications.map(({ id }) => ({ id })) },
      }),
    onMutate: async (applications) => {
      await cancelReads(client)
      return showChanges(
        client,
        applications.map((application) => ({ kind: 'delete', application })),
      )
    },
    onSuccess: (outcome) => toast(describeDeleted(outcome)),
    onError: (error, _applications, takeBack) => {
      takeBack?.()
      showFailure(error, { title: 'Delete failed', description: SOME_MAY_BE_DELETED })
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
}
