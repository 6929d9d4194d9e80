import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { RATING_WORDS } from '../../../contract/team/ratings.ts'
import type { InterviewerScorecard, OwnScorecard } from '../../../contract/team/scorecards.ts'
import { failureMessage } from '../../api/api-error.ts'
import { conflictingVersion, isEditConflict } from '../../api/edit-conflict.ts'
import { createDraftStore } from '../../session/draft-store.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ScorecardForm } from '../scorecards/scorecard-form.tsx'
import type { ScorecardValues } from '../scorecards/scorecard-values.ts'
import { askedQuestionQuery, sendScorecard } from './asked-api.ts'
import '../scorecards/scorecards.css'

/** By the token of the link: a tab may open several. */
const drafts = createDraftStore<string, ScorecardValues>()

type AskedScorecardProps = { scorecard: InterviewerScorecard; name: string; token: string }

/** The scorecard of an interviewer without an account, to give and to change. */
export function AskedScorecard({ scorecard, ...props }: AskedScorecardProps) {
  if (!scorecard.isElsewhere) return <OwnCard scorecard={scorecard} {...props} />
  return (
    <p role="status" className="border-accent border-l-4 pl-3">
      Your scorecard is in. It was given on another device, which alone shows it: this link was passed on by hand.
    </p>
  )
}

function OwnCard({ scorecard: { criteria, card }, name, token }: AskedScorecardProps) {
  const heading = useId()
  const giving = useScorecard(token, card)
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <h2 id={heading} className="text-base">
        Your scorecard
      </h2>
      {giving.isConflict && card && (
        <p role="alert" className="border-signal-amber border-l-4 pl-3 text-sm">
          Your scorecard was changed elsewhere after you opened it, to {RATING_WORDS[card.overall]} overall. What you
          typed is still here: send it again to replace that.
        </p>
      )}
      {card && (
        <p ref={giving.saved} tabIndex={-1} className="text-ink-muted text-sm">
          Your scorecard is in. You can change it while this link works.
        </p>
      )}
      <ScorecardForm
        key={giving.formKey}
        drafts={drafts}
        about={token}
        criteria={criteria}
        card={card}
        isBusy={giving.isBusy}
        onSend={giving.send}
      />
      {giving.failure && <p role="alert">{giving.failure}</p>}
      <p className="wrap-anywhere text-ink-muted text-sm">
        It is signed with <bdi>{name}</bdi> and read by the people who decide, not by the applicant.
      </p>
    </section>
  )
}

function useScorecard(token: string, card: InterviewerScorecard['card']) {
  const client = useQueryClient()
  // The version that the form begins with: a newer one is a conflict.
  const [base, setBase] = useState(card?.version ?? null)
  // What is sent becomes what the form begins with.
  const [formKey, setFormKey] = useState(0)
  const saved = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (formKey > 0) saved.current?.focus()
  }, [formKey])
  const show = (scorecard: InterviewerScorecard) => {
    setBase(scorecard.card?.version ?? null)
    client.setQueryData(
      askedQuestionQuery(token).queryKey,
      (question) => question && { ...question, asked: question.asked && { ...question.asked, scorecard } },
    )
  }
  const sending = useMutation({
    mutationFn: (scorecard: OwnScorecard) => sendScorecard(token, scorecard),
    onError: (error) => {
      const stored = conflictingVersion<InterviewerScorecard>(error)
      if (stored) show(stored)
    },
  })
  const isConflict = isEditConflict(sending.error)
  return {
    ...{ formKey, saved, isConflict },
    failure: sending.error && !isConflict && failureMessage(sending.error),
    isBusy: sending.isPending,
    send: (answers: Omit<OwnScorecard, 'version'>, onSaved: () => void) =>
      sending.mutate(
        { ...answers, version: base },
        {
          onSuccess: (stored) => {
            onSaved()
            show(stored)
            setFormKey(formKey + 1)
            toast({ title: 'Thank you', description: 'Your scorecard was saved.' })
          },
        },
      ),
  }
}
