import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MessageRule } from '../../../../contract/messages/message-kinds.ts'
import { type DecisionMessage, type MessageText, messageTextSchema } from '../../../../contract/messages/messages.ts'
import { readUser } from '../../../api/auth-store.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { settingsQuery } from '../../api/settings-api.ts'
import { templatesQuery } from './writing-api.ts'

/** The texts of rejections of this browser tab, by {@link TYPED} and {@link USED}. */
const rejectionTexts = createStoredDrafts<MessageText>('rejection-texts')

/** Key of a text that no rejection has used yet. */
const TYPED = 0
/** Key of the text of the last rejection of several, should it be taken back. */
const USED = 1

/**
 * State of what several applicants are told of their rejection: the template until something is typed, whether and when it leaves,
 * and a draft that survives closing, a reload and an expired session.
 */
export function useRejectionForm() {
  const { template, sendsMail, usualRule, reading } = useStart()
  const [typed, setTyped] = useState<MessageText | null>(null)
  const [isRestored, setRestored] = useState(false)
  const [chosen, setChosen] = useState<MessageRule | null>(null)
  const text = typed ?? { subject: template?.subject ?? '', body: template?.body ?? '' }
  const isDirty = typed !== null && !(template && isSame(typed, template))
  const discardDraft = useDraft({
    store: rejectionTexts,
    about: TYPED,
    restore: (draft) => {
      setTyped(draft)
      setRestored(true)
    },
    read: () => (isDirty ? text : undefined),
  })
  const used = rejectionTexts.list(readUser()?.username)[USED]
  const rule = chosen ?? usualRule
  const { data: valid, error } = messageTextSchema.safeParse(text)
  const message: DecisionMessage | undefined = rule === 'never' ? { rule } : valid && { rule, text: valid }
  return {
    /** What has to be read before anything can be decided. */
    reading,
    text,
    /** Undefined while it has a fault. */
    valid,
    rule,
    sendsMail,
    isDirty,
    isRestored: isRestored && isDirty,
    /** The text of the last rejection, where it is another one. */
    used: used && !isSame(used, text) ? used : undefined,
    faultOf: (field: keyof MessageText) => error?.issues.find(({ path }) => path[0] === field)?.message,
    change: (changes: Partial<MessageText>) => setTyped({ ...text, ...changes }),
    choose: setChosen,
    clear: () => setTyped(null),
    /** What the applicants are told; undefined while the text has a fault. */
    message: template && message,
    noteUsed: () => rejectionTexts.save(USED, readUser()?.username, text),
    discardDraft,
  }
}

/** Where a rejection begins: the template, and what becomes of it unless an admin chooses. */
function useStart() {
  const { token } = useAuth()
  const templates = useQuery(templatesQuery(token))
  const settings = useQuery(settingsQuery(token))
  const { sendsMail } = usePageData()
  const isUntold = settings.data?.settings.decisionMessages.rejected === 'never'
  // Who reads the text and presses the button has confirmed it.
  const told = sendsMail ? 'always' : 'ask'
  const usualRule: MessageRule = isUntold ? 'never' : told
  return {
    template: templates.data?.find(({ kind }) => kind === 'rejected'),
    sendsMail,
    usualRule,
    reading: (templates.data === undefined ? templates : settings) as UseQueryResult<unknown>,
  }
}

function isSame(one: MessageText, other: MessageText): boolean {
  return one.subject === other.subject && one.body === other.body
}
