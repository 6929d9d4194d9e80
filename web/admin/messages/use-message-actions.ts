import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { describeDone, isLater } from './message-toasts.ts'
import { actOnMessages } from './messages-api.ts'

/** The action that lets messages leave, takes them back, cancels them or marks them as sent by hand; a toast says what came of it. */
export function useMessageActions() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const acting = useMutation({
    mutationFn: actOnMessages,
    onSuccess: (acted, { action }) => {
      // Only confirmed drafts leave later.
      const ids = acted.changed.filter((each) => each.canBeTakenBack && isLater(each)).map(({ id }) => id)
      const later = {
        action: { label: 'Take back', run: () => acting.mutate({ action: 'take_back', ids }) },
        noteActions: [{ label: 'Send now', run: () => acting.mutate({ action: 'send', ids }) }],
        durationMs: UNDO_TIME_MS,
      }
      toast({ ...describeDone(action, acted), ...(ids.length > 0 && later) })
    },
    onError: (error) =>
      showFailure(
        error,
        error instanceof ApiError
          ? { title: 'Nothing was changed', description: 'Please try again' }
          : { title: 'The server did not answer', description: 'Look at the messages before you try again.' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.messages] }),
  })
  return acting
}
