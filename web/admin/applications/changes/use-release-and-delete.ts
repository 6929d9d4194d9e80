import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { cancelReads, ONE_AT_A_TIME, refreshDashboard } from './pending-changes.ts'
import type { Change } from './row-changes.ts'
import { showChanges } from './show-changes.ts'

/** A change that cannot be undone. */
export type FinalChange = Extract<Change, { kind: 'release' | 'delete' }>

const WORDS = {
  release: {
    done: { title: 'Application released from quarantine' },
    failed: { title: 'Action failed', description: 'Failed to release the application from quarantine' },
  },
  delete: {
    done: { title: 'Application deleted' },
    failed: { title: 'Delete failed', description: 'Failed to delete application' },
  },
} as const

/** Returns the action that releases an application from the quarantine, or deletes it (`spec.md` section 8). */
export function useReleaseAndDelete(): (change: FinalChange) => void {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    ...ONE_AT_A_TIME,
    mutationFn: ({ kind, application: { id } }: FinalChange) =>
      kind === 'delete'
        ? jsonRequest('DELETE', pathTo(ADMIN_API.adminApplication, id), { token: readToken() })
        : // Without a version: no change of another admin contradicts a release.
          jsonRequest('PATCH', pathTo(ADMIN_API.adminApplication, id), {
            token: readToken(),
            body: { quarantined: false },
          }),
    onMutate: async (change) => {
      await cancelReads(client)
      return showChanges(client, [change])
    },
    onSuccess: (_answer, { kind, application }) => toast({ ...WORDS[kind].done, about: application.name }),
    onError: (error, { kind, application }, takeBack) => {
      takeBack?.()
      showFailure(error, { ...WORDS[kind].failed, about: application.name })
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  }).mutate
}
