import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../contract/limits.ts'
import type { MessageAction } from '../../../contract/messages.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast.ts'
import { describeDone, describeLeft, isLater } from './message-texts.ts'
import { actOnMessages } from './messages-api.ts'

/** What is done with which messages. */
export type MessagesAction = { action: MessageAction; ids: number[] }

/** The action that lets messages leave, cancels them or marks them as sent by hand; a toast says what came of it. */
export function useMessageActions() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const acting = useMutation({
    mutationFn: ({ action, ids }: MessagesAction) => actOnMessages(action, ids),
    onSuccess: ({ changed, refused }, { action }) => {
      // One that leaves at once cannot be taken back.
      const ids = changed.filter((message) => isLater(message)).map(({ id }) => id)
      const later = {
        action: { label: 'Undo', run: () => acting.mutate({ action: 'cancel', ids }) },
        noteActions: [{ label: 'Send now', run: () => acting.mutate({ action: 'send', ids }) }],
        durationMs: UNDO_TIME_MS,
      }
      if (changed.length > 0) toast({ ...describeDone(action, changed), ...(ids.length > 0 && later) })
      if (refused.length > 0) toast(describeLeft(action, refused.length))
    },
    onError: (error) => showFailure(error, { title: 'Nothing was changed', description: 'Please try again' }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.messages] }),
  })
  return acting
}
