import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import type { MessageRule } from '../../../../contract/messages/message-kinds.ts'
import { type DecisionMessage, type MessageText, messageTextSchema } from '../../../../contract/messages/messages.ts'
import { readUser } from '../../../api/auth-store.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { createStoredDrafts } from '../../../session/stored-drafts.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { settingsQuery } from '../../api/settings-api.ts'
import { templatesQuery } from './writing-api.ts'

/** What differs from the usual rejection. */
type Draft = {
  text?: MessageText | undefined
  rule?: MessageRule | undefined
  interviews?: InterviewChoice | undefined
}

/** The drafts of rejections of this browser tab, by {@link TYPED} and {@link USED}. */
const rejections = createStoredDrafts<Draft>('rejections')

/** Key of a draft that no rejection has used yet. */
const TYPED = 0
/** Key of the text of the last rejection of several, should it be taken back. */
const USED = 1

/** What becomes of planned interviews unless an admin chooses. */
const USUAL_INTERVIEWS = 'cancel' satisfies InterviewChoice

/**
 * State of what several applicants are told of their rejection: the template until something is typed, whether and when it leaves,
 * what becomes of planned interviews, and a draft of all that survives closing, a reload and an expired session.
 * @param asksAboutInterviews whether one of them has an interview that lies ahead
 */
export function useRejectionForm(asksAboutInterviews: boolean) {
  const { reading, ...start } = useStart()
  const { sendsMail, template } = start
  const { draft, change, ...drafted } = useRejectionDraft(start, asksAboutInterviews)
  const { rule } = drafted
  const text = draft.text ?? { subject: template?.subject ?? '', body: template?.body ?? '' }
  const used = keptDrafts()[USED]?.text
  const { data: valid, error } = messageTextSchema.safeParse(text)
  const message: DecisionMessage | undefined = rule === 'never' ? { rule } : valid && { rule, text: valid }
  return {
    ...drafted,
    /** What has to be read before anything can be decided. */
    reading,
    text,
    /** Undefined while it has a fault. */
    valid,
    sendsMail,
    /** The text of the last rejection, where it is another one. */
    used: used && !isSame(used, text) ? used : undefined,
    faultOf: (field: keyof MessageText) => error?.issues.find(({ path }) => path[0] === field)?.message,
    change: (changes: Partial<MessageText>) => change({ text: { ...text, ...changes } }),
    choose: (chosen: MessageRule) => change({ rule: chosen }),
    chooseInterviews: (chosen: InterviewChoice) => change({ interviews: chosen }),
    clear: () => change({ text: undefined }),
    /** What the applicants are told; undefined while the text has a fault. */
    message: template && message,
    noteUsed: () => rejections.save(USED, readUser()?.username, { text }),
  }
}

type Start = Omit<ReturnType<typeof useStart>, 'reading'>

/** What was typed and chosen, kept until a rejection is stored. */
function useRejectionDraft({ template, sendsMail, usualRule }: Start, asksAboutInterviews: boolean) {
  // From the first render on: what it shows gets the focus.
  const [draft, setDraft] = useState<Draft>(() => keptDrafts()[TYPED] ?? {})
  const [isRestored, setRestored] = useState(false)
  const rules: MessageRule[] = sendsMail ? ['always', 'ask', 'never'] : ['ask', 'never']
  const rule = rules.find((one) => one === draft.rule) ?? usualRule
  const interviews = draft.interviews ?? USUAL_INTERVIEWS
  const isTyped = draft.text !== undefined && !(template && isSame(draft.text, template))
  const isChosen = rule !== usualRule || (asksAboutInterviews && interviews !== USUAL_INTERVIEWS)
  const isDirty = isTyped || isChosen
  const discardDraft = useDraft({
    store: rejections,
    about: TYPED,
    restore: (kept) => {
      setDraft(kept)
      setRestored(true)
    },
    read: () => (isDirty ? { ...draft, text: isTyped ? draft.text : undefined } : undefined),
  })
  return {
    draft,
    change: (part: Draft) => setDraft((before) => ({ ...before, ...part })),
    rules,
    rule,
    interviews,
    /** Whether the text is another one than the template. */
    isTyped,
    /** Whether the text or a choice differs from the usual. */
    isDirty,
    isRestored: isRestored && isDirty,
    discardDraft,
  }
}

function keptDrafts() {
  return rejections.list(readUser()?.username)
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
