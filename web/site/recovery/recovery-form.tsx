import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Receipt } from '../../../contract/applications/receipt.ts'
import { type RecoveryFields, recoveryFormSchema } from '../../../contract/applications/recovery.ts'
import { kindsOf } from '../../../contract/applications/resume-kinds.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { rejectionOf, rememberRejection } from '../apply/resume-file.ts'
import { actionableMessage, submitRecovery } from '../apply/submit-application.ts'
import { ResumeField, UploadForm } from '../apply/upload-form.tsx'
import { useResumeChoice } from '../apply/use-resume-choice.ts'
import { ReceiptPanel } from './receipt-panel.tsx'
import { useReceipt } from './use-receipt.ts'

const FIELDS = Object.keys(recoveryFormSchema.shape) as (keyof RecoveryFields)[]
const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<keyof RecoveryFields, string>
const RULES = { kinds: kindsOf('recovery'), isRequired: false }

/** The resubmission form of the recovery page. */
export function RecoveryForm() {
  const { register, errors, receipt, resume, progress, isSubmitting, failure, isSent, submit } = useRecoveryForm()
  const [sentAnyway, setSentAnyway] = useState<Receipt>()
  const { state } = receipt
  const stored = state.status === 'valid' && state.isStored ? state.receipt : undefined
  const isNeeded = !stored || stored === sentAnyway
  return (
    <>
      <ReceiptPanel
        receipt={receipt}
        isSubmitting={isSubmitting}
        onSendAnyway={isNeeded ? undefined : () => setSentAnyway(stored)}
      />
      {isNeeded && (
        <UploadForm
          name="Resubmission"
          label="Resubmit Application"
          register={register}
          errors={errors}
          onSubmit={submit}
          isSubmitting={isSubmitting}
          progress={progress}
          failure={failure}
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
          <ResumeField resume={resume} rules={RULES} isSubmitting={isSubmitting} />
          <TextAreaField
            label="Additional Information"
            isOptional
            maxLength={MAXIMUM.note}
            className="sm:col-span-2"
            error={errors.additionalInfo?.message}
            {...register('additionalInfo')}
          />
        </UploadForm>
      )}
    </>
  )
}

function useRecoveryForm() {
  const form = useForm<RecoveryFields>({ resolver: zodResolver(recoveryFormSchema) })
  const resume = useResumeChoice(RULES)
  const receipt = useReceipt(({ name, email, phone, time, job }) => {
    const values = { name, email, phone, originalSubmissionDate: time.slice(0, 10), jobTitle: job }
    for (const [field, value] of Object.entries(values)) form.setValue(field as keyof typeof values, value ?? '')
    form.clearErrors()
  })
  useToaster()
  const [progress, setProgress] = useState(0)
  const [attempt] = useState(createAttemptKey)
  const isSending = useRef(false)

  const submission = useMutation({
    mutationFn: (typed: RecoveryFields) => {
      const fields = { ...typed, receipt: receipt.encoded() }
      const idempotencyKey = attempt.keyFor(fields, resume.file)
      return submitRecovery({ fields, resume: resume.file, idempotencyKey }, setProgress)
    },
    onSuccess: () => {
      attempt.renew()
      form.reset(EMPTY)
      resume.choose(null)
      receipt.remove()
      toast({ title: 'Recovery Information Submitted' })
    },
    onError: (error) => {
      if (resume.file) rememberRejection(resume.file, error)
      toast(describeFailure(error))
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
    receipt,
    resume,
    progress,
    isSubmitting: submission.isPending,
    failure: submission.error && {
      ...describeFailure(submission.error),
      canRetry: rejectionOf(resume.file) === undefined,
    },
    isSent: submission.isSuccess,
    submit: form.handleSubmit(send, () => {
      resume.check()
    }),
  }
}

/** The toast for a failed resubmission. */
function describeFailure(error: Error): ToastMessage {
  const description = actionableMessage(error) ?? 'Please try again or contact us directly.'
  return { title: 'Submission Failed', description, tone: 'error' }
}
