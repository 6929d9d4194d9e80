import { useCallback, useEffect, useState } from 'react'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import type { AskedChange } from './interview-question-dialog.tsx'
import { askedAbout, type WithInterview, withInterviewAhead } from './interviews-ahead.ts'

/** Most lists need no question: it loads where one of the applicants has an interview ahead. */
const Question = lazyPart(async () => (await import('./interview-question-dialog.tsx')).InterviewQuestionDialog)

const NOT_LOADED = { title: 'Nothing was changed', description: 'The form could not be loaded. Try again.' }

/** Makes a change of applications, after the question about their interviews where there is one. */
export type AskFirst = (
  change: ApplicationChange,
  applications: readonly WithInterview[],
  make: (change: ApplicationChange) => void,
) => void

/**
 * Asks once what becomes of planned interviews that a change would end.
 * @param shown applications about which it may be asked
 * @returns the action, which stays the same, and the dialog
 */
export function useInterviewQuestion(shown: readonly WithInterview[]) {
  const [asked, setAsked] = useState<AskedChange>()
  useEffect(() => {
    if (withInterviewAhead(shown).length > 0) Question.preload().catch(() => undefined)
  }, [shown])
  const ask = useCallback<AskFirst>((change, applications, make) => {
    const ahead = askedAbout(change, applications)
    if (ahead.length === 0) return make(change)
    Question.preload().then(
      () => setAsked({ change, applications, ahead, make }),
      () => toast({ ...NOT_LOADED, tone: 'error' }),
    )
  }, [])
  return { ask, dialog: asked && <Question.View {...asked} onClose={() => setAsked(undefined)} /> }
}
