import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { INTERVIEW_STATUS } from '../../../../contract/applications/application-statuses.ts'
import type { OpenApplications } from '../../../../contract/filling/filling.ts'
import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import type { MessageRule } from '../../../../contract/messages/message-kinds.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { settingsQuery } from '../../api/settings-api.ts'
import { withInterviewAhead } from '../../interviews/question/interviews-ahead.ts'
import type { Filling } from './filling-api.ts'
import { summarizeFilling } from './filling-texts.ts'

/** Who has this status stays as it is unless ticked. */
export const STAYING = INTERVIEW_STATUS

/** What is chosen about the people of a posting that is filled. */
export type FillingForm = ReturnType<typeof useFillingForm>

/** State of who is hired, who is rejected, and what those are told. */
export function useFillingForm({ applications, total }: OpenApplications) {
  const { token } = useAuth()
  const { sendsMail } = usePageData()
  const settings = useQuery({ ...settingsQuery(token), retry: false })
  const [hiredId, setHired] = useState<number | null>(null)
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [chosenRule, setRule] = useState<MessageRule | null>(null)
  const [interviews, chooseInterviews] = useState<InterviewChoice>('cancel')
  const others = applications.filter(({ id }) => id !== hiredId)
  const asked = others.filter(({ status }) => status === STAYING)
  const rejected = others.filter(({ id, status }) => status !== STAYING || ticked.has(id))
  const hired = applications.find(({ id }) => id === hiredId)
  const usualRule = settings.data?.settings.decisionMessages.rejected
  const rule = chosenRule ?? usualRule
  const named = ({ id, version }: OpenApplications['applications'][number]) => ({ id, version })
  const filling: Filling = {
    hired: hired ? named(hired) : null,
    reject: rejected.map(named),
    interviews,
    // As the settings say, where these could not be read.
    ...(rule && { message: { rule } }),
  }
  return {
    filling,
    hiredId,
    hire: setHired,
    asked,
    isTicked: (id: number) => ticked.has(id),
    tick: (id: number) =>
      setTicked(new Set(ticked.has(id) ? [...ticked].filter((one) => one !== id) : [...ticked, id])),
    rejected,
    ahead: withInterviewAhead(rejected),
    interviews,
    chooseInterviews,
    sendsMail,
    /** Without the settings there is nothing to choose. */
    rules: usualRule ? RULES.filter((one) => one !== 'always' || sendsMail || usualRule === 'always') : [],
    rule,
    chooseRule: (chosen: string) => setRule(RULES.find((one) => one === chosen) ?? null),
    summary: summarizeFilling({
      hired: hired?.name,
      rejected: rejected.length,
      staying: others.length - rejected.length,
      unlisted: total - applications.length,
    }),
  }
}

const RULES: readonly MessageRule[] = ['always', 'ask', 'never']
