import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, Suspense } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { useAuth } from '../../../session/use-auth.ts'
import { useMay } from '../../../session/use-may.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { TextBlocks } from '../../../ui/text/prose.tsx'
import { managedJobsQuery } from '../../api/managed-jobs-query.ts'
import { History } from '../../history/history.tsx'
import { MessagesOfApplication } from '../../messages/thread/messages-of-application.tsx'
import { GivenAnswers } from '../../questions/given-answers.tsx'
import { Assessment } from './assessment.tsx'
import { EarlierFeedback } from './earlier-feedback.tsx'
import { EarlierResumes } from './earlier-resumes.tsx'
import { Facts } from './facts.tsx'
import { RelatedCount, RelatedList } from './related-applications.tsx'
import type { useDetailsForm } from './use-details-form.ts'

/** Loads beside its own data: the list of applications, which prepares this panel, stays light. */
const Interviews = lazyPart(
  async () => (await import('../../interviews/application-interviews.tsx')).ApplicationInterviews,
)

/** Load beside their own data too. */
const Scorecards = lazyPart(async () => (await import('../../scorecards/scorecards.tsx')).Scorecards)
const Comments = lazyPart(async () => (await import('../../comments/comments.tsx')).Comments)

type PersonPanelProps = {
  application: Application
  form: ReturnType<typeof useDetailsForm>
  /** Facts that the screen shows elsewhere. */
  hiddenFacts?: Parameters<typeof Facts>[0]['hidden']
  /** The resume, where it does not stand beside the panel. */
  resume?: ReactNode
  /** Whether the feedback is saved, shown under it. */
  saveState?: ReactNode
  /** The feedback, where a page of review leads to it by a key. */
  feedbackField?: RefObject<HTMLTextAreaElement | null>
  /** Called when a field of the assessment loses the focus. */
  onLeave?: () => void
  /** Takes back a change of the history. */
  onUndo?: (changeId: number) => void
}

/**
 * Everything about one applicant: answers and facts, assessment, requirements, other applications and history. In review the
 * answers come first, the interviews have their dates, and the feedback stays in view.
 */
export function PersonPanel(props: PersonPanelProps) {
  const { application, form, hiddenFacts, resume, saveState, feedbackField, onLeave, onUndo } = props
  const undoes = useMay()(APPLICATIONS.decide, application.jobId)
  const isReview = feedbackField !== undefined
  const answers = <GivenAnswers questionAnswers={application.questionAnswers} />
  return (
    <div className="person-panel">
      {isReview && answers}
      <div>
        <Facts application={application} {...(hiddenFacts && { hidden: hiddenFacts })} />
        <RelatedCount id={application.id} />
      </div>
      {!isReview && answers}
      <Assessment
        application={application}
        form={form}
        feedbackField={feedbackField}
        isInReview={isReview}
        onLeave={onLeave}
        note={
          <>
            {saveState}
            <EarlierFeedback application={application} />
          </>
        }
      />
      <LoadFailureBoundary>
        <Suspense fallback={<div className="min-h-9" />}>
          <Interviews.View application={application} />
        </Suspense>
      </LoadFailureBoundary>
      <LoadFailureBoundary>
        <Suspense fallback={<div className="min-h-18" />}>
          <Scorecards.View application={application} />
        </Suspense>
      </LoadFailureBoundary>
      <LoadFailureBoundary>
        <Suspense fallback={<div className="min-h-56" />}>
          <Comments.View application={application} />
        </Suspense>
      </LoadFailureBoundary>
      {resume}
      <EarlierResumes application={application} />
      <Requirements jobId={application.jobId} />
      <RelatedList id={application.id} />
      <MessagesOfApplication application={application} />
      <History address={pathTo(ADMIN_API.applicationHistory, application.id)} onUndo={undoes ? onUndo : undefined} />
    </div>
  )
}

/** What the posting asks for, to compare it with the resume. */
function Requirements({ jobId }: Pick<Application, 'jobId'>) {
  const { token } = useAuth()
  const { data } = useQuery({
    ...managedJobsQuery(token),
    select: (jobs) => jobs.find(({ id }) => id === jobId)?.requirements,
  })
  if (!data) return null
  return (
    <section aria-labelledby="job-requirements">
      <h3 id="job-requirements" className="mb-2 text-base">
        Requirements
      </h3>
      <TextBlocks text={data} />
    </section>
  )
}
