import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAXIMUM } from '../../../contract/limits.ts'
import { type RecoveryForm as RecoveryFields, recoveryFormSchema } from '../../../contract/recovery.ts'
import { RECOVERY_RESUME_KINDS } from '../../../contract/vocabulary.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { toast, useToaster } from '../../ui/toast.ts'
import { ApplicantFields } from '../apply/applicant-fields.tsx'
import { Honeypot } from '../apply/honeypot.tsx'
import { rememberRejection } from '../apply/rejected-resumes.ts'
import { acceptOf } from '../apply/resume-file.ts'
import { actionableMessage } from '../apply/submit-application.ts'
import { SubmitRow } from '../apply/submit-row.tsx'
import { useResumeChoice } from '../apply/use-resume-choice.ts'
import { submitRecovery } from './submit-recovery.ts'

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
    <form noValidate onSubmit={submit} aria-label="Resubmission" className="grid gap-5">
      {/* Only disables its fields: the form itself has the accessible name. */}
      <fieldset role="presentation" disabled={isSubmitting} className="grid min-w-0 gap-5 sm:grid-cols-2">
        <ApplicantFields register={register} errors={errors} />
        <Honeypot {...register('website')} />
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
        <div className="min-w-0 sm:col-span-2">
          <FileField
            label="Resume"
            isOptional
            hint="PDF, Word or plain text document, up to 10 MB"
            accept={acceptOf(RECOVERY_RESUME_KINDS)}
            file={resume.file}
            error={resume.error}
            onChange={resume.choose}
            inputRef={resume.inputRef}
            disabled={isSubmitting}
          />
        </div>
        <TextAreaField
          label="Additional Information"
          isOptional
          maxLength={MAXIMUM.note}
          className="sm:col-span-2"
          error={errors.additionalInfo?.message}
          {...register('additionalInfo')}
        />
      </fieldset>
      <SubmitRow label="Resubmit Application" isSubmitting={isSubmitting} progress={progress} />
      {isSent && (
        <p className="border-signal-green border-l-4 pl-4">
          Thank you. Your details are stored. We will review them with the other applications from that time.
        </p>
      )}
    </form>
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
    if (isSending.current) return
    if (!resume.check()) {
      resume.inputRef.current?.focus()
      return
    }
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
