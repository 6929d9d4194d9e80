import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { Scorecards as Listed } from '../../../contract/team/scorecards.ts'
import { readUser } from '../../api/auth-store.ts'
import { conflictingVersion, isEditConflict } from '../../api/edit-conflict.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { createStoredDrafts } from '../../session/stored-drafts.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useFocusAfterClose } from '../../ui/focus/use-focus-after-close.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ScorecardForm } from './scorecard-form.tsx'
import { ScorecardLine } from './scorecard-line.tsx'
import { ScorecardSummary } from './scorecard-summary.tsx'
import type { ScorecardValues } from './scorecard-values.ts'
import { scorecardsQuery, useOwnScorecard } from './scorecards-api.ts'
import './scorecards.css'

/** Scorecards that are not given yet, by application id. */
const scorecardDrafts = createStoredDrafts<ScorecardValues>('scorecard-drafts')

/** What each colleague says of an applicant, and one's own scorecard. */
export function Scorecards({ application }: { application: Application }) {
  const { id } = application
  const { token } = useAuth()
  const query = useQuery(scorecardsQuery(token, id))
  return (
    <section aria-labelledby="scorecards" className="grid gap-3">
      <h3 id="scorecards" className="text-base">
        Scorecards
      </h3>
      <Loaded
        query={query}
        loading={
          <p role="status" className="min-h-9 max-md:min-h-11">
            Loading scorecards...
          </p>
        }
        failure="The scorecards could not be loaded."
      >
        {(scorecards) => <Given key={id} application={application} scorecards={scorecards} />}
      </Loaded>
    </section>
  )
}

type GivenProps = { application: Application; scorecards: Listed }

function Given({ application: { id, jobId }, scorecards }: GivenProps) {
  const { criteria, own, others } = scorecards
  const may = useMay()
  const write = useOwnScorecard(id)
  // The version that the form begins with: a newer one is a conflict.
  const [base, setBase] = useState<number | null | undefined>(() =>
    scorecardDrafts.list(readUser()?.username)[id] ? (own?.card?.version ?? null) : undefined,
  )
  const [isSkipping, setSkipping] = useState(false)
  const isEditing = base !== undefined
  const opener = useFocusAfterClose(isEditing)
  const all = [...(own ? [own] : []), ...others]
  const cards = all.filter(({ card }) => card !== null)
  return (
    <>
      {cards.length > 0 && <ScorecardSummary criteria={criteria} cards={cards} />}
      {all.length > 0 && (
        <ol aria-label="Who has given a scorecard" className="grid list-none gap-4 p-0">
          {all.map((scorecard) => (
            <ScorecardLine key={scorecard.id} scorecard={scorecard} />
          ))}
        </ol>
      )}
      {!own && others.length > 0 && (
        <p className="text-ink-muted text-sm">You see what others say once your own scorecard is in.</p>
      )}
      {isEditing && isEditConflict(write.error) && (
        <p role="alert" className="border-signal-amber border-l-4 pl-3 text-sm">
          Your scorecard was changed elsewhere after you opened it. It stands above. What you typed is still here:
          compare, and save again.
        </p>
      )}
      {isEditing && (
        <ScorecardForm
          drafts={scorecardDrafts}
          about={id}
          criteria={criteria}
          card={own?.card ?? null}
          isBusy={write.isPending}
          onSend={(answers, onSaved) =>
            write.mutate(
              { ...answers, version: base },
              {
                onSuccess: () => {
                  onSaved()
                  setBase(undefined)
                  toast({ title: base === null ? 'Scorecard given' : 'Scorecard saved' })
                },
                onError: (error) => {
                  const stored = conflictingVersion<Listed>(error)
                  if (stored) setBase(stored.own?.card?.version ?? null)
                },
              },
            )
          }
          onCancel={() => {
            write.reset()
            setBase(undefined)
          }}
        />
      )}
      {!isEditing && may(APPLICATIONS.assess, jobId) && (
        <div className="flex flex-wrap gap-2">
          <Button ref={opener} tone="secondary" onClick={() => setBase(own?.card?.version ?? null)}>
            {own?.card ? 'Change your scorecard' : 'Give a scorecard'}
          </Button>
          {!own && others.length > 0 && (
            <Button tone="quiet" isBusy={write.isPending} onClick={() => setSkipping(true)}>
              I will not assess
            </Button>
          )}
        </div>
      )}
      {isSkipping && (
        <ConfirmDialog
          title="Read the scorecards of others"
          question="You read at once what the others say. They see that you read it without giving a scorecard first."
          action="I will not assess"
          onConfirm={() => write.mutate('skip')}
          onClose={() => setSkipping(false)}
        />
      )}
    </>
  )
}
