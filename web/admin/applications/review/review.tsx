import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { Loaded } from '../../../layout/loaded.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { useMay } from '../../../session/use-may.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useStoredSwitch } from '../../../ui/use-stored-switch.ts'
import { applicationQuery, isGone } from '../../api/application-api.ts'
import { managedJobsQuery } from '../../api/managed-jobs-query.ts'
import { useInterviewQuestion } from '../../interviews/question/use-interview-question.tsx'
import { usePlanning } from '../../interviews/use-planning.ts'
import { MessageWriting } from '../../messages/writing/message-writing.tsx'
import { isOpenToDecisions, type JobTitles, jobPositionOf, titlesById } from '../application-texts.ts'
import { nameOfChange } from '../changes/change-texts.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import { useUndo } from '../changes/undo.ts'
import { type UnsentDecision, unsentDecisions, useUnsentDecisions } from '../changes/unsent-decisions.ts'
import { useResumeDownload } from '../details/use-resume-download.ts'
import { MissingApplication } from './missing-application.tsx'
import { Queue } from './queue.tsx'
import { ReviewBar } from './review-bar.tsx'
import { type Part, ReviewedApplication } from './reviewed-application.tsx'
import { type DraftFault, useLeftDrafts } from './saving/use-left-drafts.ts'
import { useDecisions } from './use-decisions.ts'
import { useLeaving } from './use-leaving.ts'
import { useReviewAddress } from './use-review-address.ts'
import { useReviewCache } from './use-review-cache.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { type ReviewQueue, useReviewQueue } from './use-review-queue.ts'

/**
 * The review page's content: queue, resume and person.
 * @param id of the application in the address; 0 for an address without a valid one
 */
export function Review({ id }: { id: number }) {
  const { comment, view, addressOf, open, search, origin, back } = useReviewAddress()
  const cache = useReviewCache()
  const [advances, setAdvances] = useStoredSwitch('review-advance', true)
  const leaving = useLeaving()
  const undo = useUndo(({ changed, refused }) => {
    for (const one of changed) leaving.stay(one.id)
    cache.restore(changed)
    const all = [...changed, ...refused]
    if (all[0] && !all.some((one) => one.id === id)) open(all[0].id)
  })
  const { decide, sendUnsent } = useDecisions(view, { open, undo, leaving })
  const unsent = useUnsentDecisions()
  const conflicts = unsent.filter(({ isConflict }) => isConflict)
  const conflict = conflicts.find(({ seen }) => seen.id === id)
  const queue = useReviewQueue(view, id, leaving.ids)
  const { shown, application, isMissing } = useShownApplication(id, queue)
  const planning = usePlanning(application)
  const question = useInterviewQuestion(queue.applications)
  const titles = useTitles()
  const download = useResumeDownload()
  const feedbackField = useRef<HTMLTextAreaElement>(null)
  const [part, setPart] = usePart(application)
  const [recipients, setRecipients] = useState<Application[] | null>(null)
  const store = (stored: Parameters<typeof cache.show>[0]) => {
    cache.show(stored)
    cache.put(stored)
  }
  const unsaved = useLeftDrafts(id, store, open)
  const { previous, next } = queue
  const { decides, writes, undoes } = useRights(application)

  // At once: a key that is pressed before the next frame would be lost, or be taken for a decision.
  const showPerson = () => flushSync(() => setPart('person'))
  const onDecide = (change: ApplicationChange) => {
    if (!application || !decides || !isOpenToDecisions(application)) return
    const target = next ?? previous
    question.ask(change, [application], (answered) => {
      const isDecided = decide(application, answered)
      if (isDecided && advances && target) open(target.id)
    })
  }
  const onDownload = application?.resume ? () => download.mutate(application) : undefined
  const onMessage = writes && (() => setRecipients([writes]))
  const onNext = next && (() => open(next.id))
  const onPrevious = previous && (() => open(previous.id))
  useReviewKeys({
    next: onNext,
    previous: onPrevious,
    decide: decides ? onDecide : undefined,
    application,
    feedbackField,
    onShowPerson: showPerson,
    plan: planning.plan,
    message: onMessage,
    download: onDownload,
    undo: undoes ? undo.undoLast : undefined,
    back,
  })
  // The question about a refused decision stands with the person, whichever way leads to it.
  const isAsked = conflict !== undefined
  useLayoutEffect(() => {
    if (isAsked || comment !== null) setPart('person')
  }, [isAsked, comment, setPart])
  // About a deleted application there is nothing to choose any more.
  useEffect(() => {
    if (isMissing && conflict) unsentDecisions.drop(id, conflict.change)
  }, [isMissing, conflict, id])
  const others = conflicts.filter((one) => one.seen.id !== id)
  const marks = useMemo(() => marksOf(unsaved, unsent), [unsaved, unsent])

  return (
    <div className="review" data-part={part}>
      <ReviewBar
        {...{ view, queue, origin, advances, onPrevious, onNext }}
        shown={application?.id}
        onBack={back}
        onAdvances={setAdvances}
        unsent={unsent.length - conflicts.length}
        onSendUnsent={sendUnsent}
        choices={others.length}
        onChoose={() => others[0] && open(others[0].seen.id)}
      />
      <Queue
        {...{ queue, isMissing, titles, addressOf, leaving: leaving.ids, marks }}
        shown={id}
        search={view.search}
        onSearch={search}
      />
      {application && (
        <ReviewedApplication
          {...{ application, next, feedbackField, onDecide, part }}
          position={titles && jobPositionOf(application, titles)}
          search={view.search}
          conflict={conflict}
          isDownloading={download.isPending}
          onDownload={() => onDownload?.()}
          onMessage={onMessage}
          onStored={store}
          onUndo={undo.undoChange}
          onAcceptStored={() => conflict && unsentDecisions.drop(id, conflict.change)}
          onPart={setPart}
          onDeleting={() => onNext?.()}
          onDeleted={cache.forget}
          onErased={back}
        />
      )}
      {isMissing && (
        <MissingApplication id={id} wasShown={shown.data !== undefined} next={next ?? previous} onOpen={open} />
      )}
      {!application && !isMissing && (
        <div className="review-missing review-loading">
          <Loaded query={shown} loading={<ApplicationSkeleton />} failure="The application could not be loaded.">
            {() => null}
          </Loaded>
        </div>
      )}
      {planning.dialog}
      {question.dialog}
      {recipients && <MessageWriting recipients={recipients} onClose={() => setRecipients(null)} />}
    </div>
  )
}

/** The part that a narrow screen shows: without a resume the person, until the reader chooses. */
function usePart(application: Application | undefined) {
  const [chosen, setChosen] = useState<{ part: Part; at: number | undefined }>({ part: 'resume', at: undefined })
  const id = application?.id
  const isChosen = chosen.at === id || application?.resume !== null
  const setPart = useCallback((part: Part) => setChosen({ part, at: id }), [id])
  return [isChosen ? chosen.part : 'person', setPart] as const
}

/** Whether the person may decide about the application, and the application if the person may write to its applicant. */
function useRights(application: Application | undefined) {
  const may = useMay()
  if (!application) return { decides: false }
  const { jobId } = application
  const writes = isOpenToDecisions(application) && may(MESSAGES.write, jobId)
  return {
    decides: may(APPLICATIONS.decide, jobId),
    writes: writes ? application : undefined,
    undoes: may(APPLICATIONS.decide),
  }
}

function useTitles(): JobTitles | undefined {
  const { token } = useAuth()
  const titles = useQuery({ ...managedJobsQuery(token), select: titlesById })
  return titles.data
}

/** The application of the address: its row in the queue at once, then as the server has it. */
function useShownApplication(id: number, queue: ReviewQueue) {
  const { token } = useAuth()
  const row = queue.applications.find((one) => one.id === id)
  const shown = useQuery({
    ...applicationQuery(token, id, row, queue.query.dataUpdatedAt),
    ...usePausedRefetch(),
    enabled: id > 0,
  })
  const isMissing = id === 0 || isGone(shown.error)
  return { shown, isMissing, application: isMissing ? undefined : shown.data }
}

function ApplicationSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the application</span>
      <Skeleton className="h-96 w-full" />
    </div>
  )
}

/** Applications of the queue that need attention, with the reason. */
function marksOf(unsaved: ReadonlyMap<number, DraftFault>, unsent: readonly UnsentDecision[]) {
  const marks = new Map<number, string>()
  for (const [id, fault] of unsaved) {
    marks.set(id, fault === 'failed' ? 'Feedback not saved, trying again' : 'Not saved: open it')
  }
  for (const { change, seen, isConflict } of unsent) {
    marks.set(seen.id, isConflict ? 'Decided by another admin' : `Not saved: ${nameOfChange(change)}`)
  }
  return marks
}
