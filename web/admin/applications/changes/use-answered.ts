import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { decisionOf } from '../../../../contract/applications/status-lists.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useChange } from './pending-changes.ts'
import { showStored } from './row-changes.ts'

/** Whether an admin may mark an application as answered, or take the mark back: not where a sent message is the answer. */
export function canMark(application: Application): boolean {
  const { quarantined, withdrawnAt, answered } = application
  if (quarantined || withdrawnAt) return false
  return answered ? answered.by !== null : decisionOf(application) !== null
}

type Marking = { application: Application; answered: boolean }

/** Returns the action that marks an application as answered, or takes the mark back; a toast can undo either. */
export function useAnswered(): (application: Application, answered: boolean) => void {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const { mutate } = useChange({
    send: ({ application: { id }, answered }: Marking) =>
      jsonRequest<Application>('PUT', pathTo(ADMIN_API.answeredApplication, id), {
        token: readToken(),
        body: { answered },
      }),
    onMade: (stored, { answered }) => {
      showStored(client, [stored])
      toast({
        title: answered ? 'Marked as answered' : 'No longer marked as answered',
        about: stored.name,
        action: { label: 'Undo', run: () => mutate({ application: stored, answered: !answered }) },
      })
    },
    onFailed: (error, { application }) =>
      showFailure(error, { title: 'Action failed', description: 'The mark was not saved', about: application.name }),
  })
  return useCallback((application, answered) => mutate({ application, answered }), [mutate])
}
