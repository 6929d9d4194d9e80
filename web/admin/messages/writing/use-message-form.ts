import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { messageTextSchema } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { createAttemptKey } from '../../../api/attempt-key.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { countMessages, describeLeaving, NOT_MAILED } from '../message-toasts.ts'
import { useMessageActions } from '../use-message-actions.ts'
import { type QueuedMessages, writeMessages } from './writing-api.ts'

/** An applicant to write to. */
export type Recipient = Pick<Application, 'id' | 'name'>

/**
 * State of a message that is being written: its faults, sending, and a draft that survives closing, a reload and an expired
 * session.
 * @param onSent called once it is queued @param subject what it begins as
 */
export function useMessageForm(recipients: readonly Recipient[], onSent: () => void, subject = '') {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const act = useMessageActions()
  const [text, setText] = useState<TypedMessage>({ subject, body: '' })
  const [isRestored, setRestored] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [attempt] = useState(createAttemptKey)
  const isDirty = text.subject !== subject || text.body !== ''
  const discardDraft = useDraft({
    store: messageDrafts,
    about: recipients.length === 1 ? (recipients[0]?.id ?? SELECTION_DRAFT) : SELECTION_DRAFT,
    restore: (typed) => {
      setText(typed)
      setRestored(true)
    },
    read: () => (isDirty ? text : undefined),
  })
  const sending = useMutation({
    mutationFn: (body: Parameters<typeof writeMessages>[0]) => writeMessages(body, attempt.keyFor(body, null)),
    onSuccess: (queued) => {
      const ids = queued.messages.map(({ id }) => id)
      toast({
        ...describeQueued(queued),
        durationMs: UNDO_TIME_MS,
        action: ids.length > 0 ? { label: 'Cancel', run: () => act.mutate({ action: 'cancel', ids }) } : undefined,
      })
      discardDraft()
      onSent()
    },
    onError: (error) =>
      showFailure(error, { title: 'Message not sent', description: 'Your text is kept. Please try again.' }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.messages] }),
  })
  const { data: valid, error } = messageTextSchema.safeParse(text)
  const faultOf = (field: keyof TypedMessage) =>
    isSubmitted || text[field] !== '' ? error?.issues.find(({ path }) => path[0] === field)?.message : undefined
  return {
    text,
    /** What can be sent; undefined while it has a fault. */
    valid,
    isDirty,
    isRestored: isRestored && isDirty,
    isSending: sending.isPending,
    faultOf,
    change: (changes: Partial<TypedMessage>) => setText({ ...text, ...changes }),
    clear: () => setText({ subject, body: '' }),
    submit: () => {
      setSubmitted(true)
      if (valid && !sending.isPending) sending.mutate({ applications: recipients.map(({ id }) => id), ...valid })
    },
  }
}

/** The toast after messages were written: when they leave, or that they do not, and who could not be reached. */
function describeQueued({ messages, refused, sendsMail }: QueuedMessages): ToastMessage {
  const [first] = messages
  const gone = refused.length === 1 ? '1 application no longer exists.' : `${refused.length} no longer exist.`
  if (!first) return { title: 'Message not sent', description: gone, tone: 'error' }
  const leaving = sendsMail ? describeLeaving(first) : NOT_MAILED
  return {
    title: sendsMail ? 'Message on the way' : 'Message written',
    about: messages.length === 1 ? first.toName : countMessages(messages.length),
    description: refused.length > 0 ? `${leaving} ${gone}` : leaving,
  }
}

/** What an admin has typed for a message. */
type TypedMessage = { subject: string; body: string }

/** The unsent messages of this browser tab: by application id, or one for a selection. */
const messageDrafts = createStoredDrafts<TypedMessage>('message-drafts')

/** Key of the draft of a message to several applicants. */
const SELECTION_DRAFT = 0
