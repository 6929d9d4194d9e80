import { Suspense } from 'react'
import type { AskedQuestion } from '../../../contract/jobs/question.ts'
import { firstAnswerField } from '../../../contract/jobs/question-answers.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { LinkFields, LongTextFields } from './applicant-fields.tsx'
import { Confirmation } from './confirmation/confirmation.tsx'
import { ResumeField, UploadForm } from './upload-form.tsx'
import { RESUME_RULES, useApplicationForm } from './use-application-form.ts'
import { WritingFields } from './use-writing.ts'

type ApplicationFormProps = {
  /** Absent for a general application. */
  jobId?: number
  /** What the posting asks. */
  questions?: readonly AskedQuestion[]
  /** Closes the dialog around the form. */
  onClose?: () => void
}

const Questions = lazyPart(async () => (await import('./questions/question-fields.tsx')).QuestionFields)

/** The application form of the page section and of the dialogs. */
export function ApplicationForm({ jobId, questions: given, onClose }: ApplicationFormProps) {
  const form = useApplicationForm(jobId, given)
  const { register, errors, questions, unasked, resume, links, lostFile, writing, delivery, submit, startAgain } = form
  const isHydrated = useHydrated()
  const isSubmitting = delivery.status === 'sending'
  if (delivery.status === 'sent') {
    return <Confirmation sent={delivery.sent} onClose={onClose} onStartAgain={startAgain} />
  }
  return (
    <UploadForm
      name="Application"
      label="Submit Application"
      register={register}
      errors={errors}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      progress={isSubmitting ? delivery.progress : 0}
      failure={delivery.status === 'failed' ? delivery.failure : null}
    >
      <LongTextFields register={register} errors={errors} />
      {writing.isWriting ? (
        <WritingFields.View register={register} errors={errors} onUpload={writing.stop} onShown={writing.focusFirst} />
      ) : (
        <ResumeField resume={resume} rules={RESUME_RULES} isSubmitting={isSubmitting} lostFile={lostFile}>
          <Button tone="quiet" className="-ml-2 justify-self-start" disabled={!isHydrated} onClick={writing.start}>
            No file at hand? Write it here
          </Button>
        </ResumeField>
      )}
      <LinkFields
        register={register}
        errors={errors}
        open={links.areShown}
        onToggle={({ currentTarget }) => links.show(currentTarget.open)}
      />
      {questions.length + unasked.length > 0 && (
        <Suspense fallback={<Skeleton className="h-24 sm:col-span-2" />}>
          <Questions.View
            questions={questions}
            unasked={unasked}
            heading="h3"
            register={(name, question) => register(name, { deps: [firstAnswerField(question)] })}
            errorOf={(name) => errors[name]?.message}
          />
        </Suspense>
      )}
    </UploadForm>
  )
}
