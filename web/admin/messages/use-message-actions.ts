import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MessageAction } from '../../../contract/messages/message-states.ts'
import type { Message, MessageActionBody } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { isLater } from './message-toasts.ts'

/** The action that lets messages leave, takes them back, cancels or restores them, or marks them as sent by hand; a toast says what came of it. */
export function useMessageActions() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const acting = useMutation({
    mutationFn: async (body: MessageActionBody) => {
      // No page needs it before an admin acts.
      const { actOnMessages, describeDone } = await import('./message-acting.ts')
      const acted = await actOnMessages(body)
      return { ...acted, described: describeDone(body.action, acted) }
    },
    onSuccess: ({ changed, sendsMail, described }, { action }) => {
      // Only confirmed drafts leave later.
      const later = changed.filter((each) => action === 'send' && sendsMail && each.canBeTakenBack && isLater(each))
      const act = (next: MessageAction, of: readonly Message[]) => () =>
        acting.mutate({ action: next, ids: of.map(({ id }) => id) })
      const durationMs = UNDO_TIME_MS
      toast({
        ...described,
        ...(action === 'cancel' &&
          changed.length > 0 && { action: { label: 'Undo', run: act('restore', changed) }, durationMs }),
        ...(later.length > 0 && {
          action: { label: 'Take back', run: act('take_back', later) },
          noteActions: [{ label: 'Send now', run: act('send', later) }],
          durationMs,
        }),
      })
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
