import { useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { DeletedApplications } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorCode } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { describeDeleted } from './change-texts.ts'
import { useChange } from './pending-changes.ts'
import { showChange } from './row-changes.ts'

/** A change that cannot be undone: a release from the quarantine, or null for a deletion. */
type FinalChange = { application: Application; change: { quarantined: false } | null }

/** Returns the action that releases an application from the quarantine, or deletes it. */
export function useReleaseAndDelete() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useChange({
    send: ({ application: { id }, change }: FinalChange) =>
      change === null
        ? jsonRequest('DELETE', pathTo(ADMIN_API.adminApplication, id), { token: readToken() })
        : // Without a version: no change of another admin contradicts a release.
          jsonRequest('PATCH', pathTo(ADMIN_API.adminApplication, id), { token: readToken(), body: change }),
    show: ({ application, change }) => showChange(client, change, [application]),
    onMade: (_made, { application, change }) =>
      toast({
        title: change ? 'Application released from quarantine' : 'Application deleted',
        about: application.name,
      }),
    onFailed: (error, { application, change }, takeBack) => {
      takeBack?.()
      const words = change
        ? { title: 'Action failed', description: 'Failed to release the application from quarantine' }
        : { title: 'Delete failed', description: heldMessage(error) ?? 'Failed to delete application' }
      showFailure(error, { ...words, about: application.name })
    },
  }).mutate
}

/** Why a person who is held for a legal matter keeps the application. */
function heldMessage(error: Error): string | undefined {
  return error instanceof ApiError && error.code === HELD ? error.serverMessage : undefined
}

const HELD: ErrorCode = 'legal_hold'

/** The server deletes in batches: those before a failure are deleted. */
const SOME_MAY_BE_DELETED = 'Some of the applications may have been deleted. The list shows those that are still there.'

/** Returns the action that deletes several applications in one request. */
export function useBulkDelete() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useChange({
    send: (applications: Application[]) =>
      jsonRequest<DeletedApplications>('POST', ADMIN_API.deleteApplications, {
        token: readToken(),
        body: { applications: applications.map(({ id }) => ({ id })) },
      }),
    show: (applications) => showChange(client, null, applications),
    onMade: (outcome) => toast(describeDeleted(outcome)),
    onFailed: (error, _applications, takeBack) => {
      takeBack?.()
      showFailure(error, { title: 'Delete failed', description: SOME_MAY_BE_DELETED })
    },
  })
}
