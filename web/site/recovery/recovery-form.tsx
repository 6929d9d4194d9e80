import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAXIMUM } from '../../../contract/limits.ts'
import { type RecoveryForm as RecoveryFields, recoveryFormSchema } from '../../../contract/recovery.ts'
import { RECOVERY_RESUME_KINDS } from '../../../contract/vocabulary.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { toast, useToaster } from '../../ui/toast.ts'
import { rememberRejection } from '../apply/rejected-resumes.ts'
import { actionableMessage, submitRecovery } from '../apply/submit-application.ts'
import { ResumeField, UploadForm } from '../apply/upload-form.tsx'
import { useResumeChoice } from '../apply/use-resume-choice.ts'

const EMPTY: Record<keyof RecoveryFields, string> = {
  name: '',
  email: '',
  phone: '',
  originalSubmissionDate: '',
  jobTitle: '',
  additionalInfo: '',
  website: '',
}
const RULES = { kinds: RECOVERY_RESUME_KINDS, isRequired: false }

/** The resubmission form of the recovery page (`spec.md` sections 3 and 5). */
export function RecoveryForm() {
  const { register, errors, resume, progress, isSubmitting, isSent, submit } = useRecoveryForm()
  return (
    <UploadForm
      name="Resubmission"
      label="Resubmit Application"
      register={register}
      errors={errors}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      progress={progress}
      confirmation={
        isSent && (
          <p className="border-signal-green border-l-4 pl-4">
            Thank you. Your details are stored. We will review them with the other applications from that time.
          </p>
        )
      }
    >
      <TextField
        label="Original Submission Date"
        isOptional
        type="date"
        error={errors.originalSubmissionDate?.message}
        {...register('originalSubmissionDate')}
      />
      <TextField
        label="Job Title"
        isOptional
        maxLength={MAXIMUM.jobLine}
        error={errors.jobTitle?.message}
        {...register('jobTitle')}
      />
      <ResumeField
        resume={resume}
        rules={RULES}
        hint="PDF, Word or plain text document, up to 10 MB"
        isSubmitting={isSubmitting}
      />
      <TextAreaField
        label="Additional Information"
        isOptional
        maxLength={MAXIMUM.note}
        className="sm:col-span-2"
        error={errors.additionalInfo?.message}
        {...register('additionalInfo')}
      />
    </UploadForm>
  )
}

function useRecoveryForm() {
  const form = useForm<RecoveryFields>({ resolver: zodResolver(recoveryFormSchema) })
  const resume = useResumeChoice(RULES)
  useToaster()
  const [progress, setProgress] = useState(0)
  const [attempt] = useState(createAttemptKey)
  const isSending = useRef(false)

  const submission = useMutation({
    mutationFn: (fields: RecoveryFields) =>
      submitRecovery({ fields, resume: resume.file, idempotencyKey: attempt.keyFor(fields, resume.file) }, setProgress),
    onSuccess: () => {
      attempt.renew()
      form.reset(EMPTY)
      resume.choose(null)
      toast({ title: 'Recovery Information Submitted' })
    },
    onError: (error) => {
      if (resume.file) rememberRejection(resume.file, error)
      toast({
        title: 'Submission Failed',
        description: actionableMessage(error) ?? 'Please try again or contact us directly.',
        tone: 'error',
      })
    },
    onSettled: () => {
      isSending.current = false
    },
  })

  const send = (fields: RecoveryFields) => {
    if (isSending.current || !resume.check({ takesFocus: true })) return
    isSending.current = true
    submission.mutate(fields)
  }

  return {
    register: form.register,
    errors: form.formState.errors,
    resume,
    progress,
    isSubmitting: submission.isPending,
    isSent: submission.isSuccess,
    submit: form.handleSubmit(send, () => {
      resume.check()
    }),
  }
}
