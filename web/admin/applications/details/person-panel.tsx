import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { TextBlocks } from '../../../ui/text/prose.tsx'
import { managedJobsQuery } from '../../api/managed-jobs-query.ts'
import { History } from '../../history/history.tsx'
import { ApplicationInterviews } from '../../interviews/application-interviews.tsx'
import { MessagesOfApplication } from '../../messages/messages-of-application.tsx'
import { GivenAnswers } from '../../questions/given-answers.tsx'
import { Assessment, type AssessmentFields } from './assessment.tsx'
import { EarlierFeedback } from './earlier-feedback.tsx'
import { EarlierResumes } from './earlier-resumes.tsx'
import { Facts } from './facts.tsx'
import { RelatedCount, RelatedList } from './related-applications.tsx'
import type { useDetailsForm } from './use-details-form.ts'

type PersonPanelProps = {
  application: Application
  form: ReturnType<typeof useDetailsForm>
  /** Facts that the screen shows elsewhere. */
  hiddenFacts?: Parameters<typeof Facts>[0]['hidden']
  /** The resume, where it does not stand beside the panel. */
  resume?: ReactNode
  /** Whether the feedback is saved, shown under it. */
  saveState?: ReactNode
  inputs?: AssessmentFields
  /** Called when a field of the assessment loses the focus. */
  onLeave?: () => void
  /** Takes back a change of the history. */
  onUndo?: (changeId: number) => void
  /** Called by Enter in the interview date. */
  onDone?: () => void
}

/** Everything about one applicant: facts, assessment, requirements, other applications and history. */
export function PersonPanel(props: PersonPanelProps) {
  const { application, form, hiddenFacts, resume, saveState, inputs, onLeave, onUndo, onDone } = props
  return (
    <div className="person-panel">
      <div>
        <Facts application={application} {...(hiddenFacts && { hidden: hiddenFacts })} />
        <RelatedCount id={application.id} />
      </div>
      <GivenAnswers questionAnswers={application.questionAnswers} />
      <Assessment
        application={application}
        form={form}
        inputs={inputs}
        onLeave={onLeave}
        onDone={onDone}
        note={
          <>
            {saveState}
            <EarlierFeedback application={application} />
          </>
        }
      />
      <ApplicationInterviews application={application} />
      {resume}
      <EarlierResumes application={application} />
      <Requirements jobId={application.jobId} />
      <RelatedList id={application.id} />
      <MessagesOfApplication id={application.id} />
      <History address={pathTo(ADMIN_API.applicationHistory, application.id)} onUndo={onUndo} />
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
