import { Confirmation } from './confirmation/confirmation.tsx'
import { TextFields } from './text-fields.tsx'
import { ResumeField, UploadForm } from './upload-form.tsx'
import { RESUME_RULES, useApplicationForm } from './use-application-form.ts'

/** What the form takes. */
export type ApplicationFormProps = {
  /** Absent for a general application. */
  jobId?: number
  /** Closes the dialog around the form. */
  onClose?: () => void
}

/** The application form of the page section and of the dialogs (`spec.md` sections 2 and 5). */
export function ApplicationForm({ jobId, onClose }: ApplicationFormProps) {
  const { register, errors, resume, lostFile, delivery, submit, startAgain } = useApplicationForm(jobId)
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
      <TextFields register={register} errors={errors} />
      <ResumeField
        resume={resume}
        rules={RESUME_RULES}
        hint="PDF or Word document, up to 10 MB"
        isSubmitting={isSubmitting}
        lostFile={lostFile}
      />
    </UploadForm>
  )
}
