import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ApplicationForm, applicationFormSchema } from '../../contract/application.ts'
import { APPLICATION_RESUME_KINDS } from '../../contract/vocabulary.ts'
import { toast } from '../ui/toast.ts'
import { dropDraft, keepDraft, readDraft } from './application-draft.ts'
import { type ApplicationAttempt, describeSubmissionFailure, submitApplication } from './submit-application.ts'
import { useResumeChoice } from './use-resume-choice.ts'

const EMPTY: ApplicationForm = { name: '', email: '', phone: '', note: '' }
const RULES = { kinds: APPLICATION_RESUME_KINDS, isRequired: true }

/**
 * Everything behind the application form: validation, sending with progress, and a draft that outlives a closed dialog.
 * @param jobId undefined for a general application
 * @param onSubmitted called after the form has been reset
 */
export function useApplicationForm(jobId: number | undefined, onSubmitted?: () => void) {
  const [draft] = useState(() => readDraft(jobId))
  // No values at all unless there is a draft: defaults would overwrite what was typed before hydration.
  const form = useForm<ApplicationForm>({
    resolver: zodResolver(applicationFormSchema),
    ...(draft.values && { defaultValues: draft.values }),
  })
  const resume = useResumeChoice(RULES, draft.file)
  const [progress, setProgress] = useState(0)
  // The state of the mutation is one render late for the second of two quick submits.
  const isSending = useRef(false)

  const submission = useMutation({
    mutationFn: (attempt: ApplicationAttempt) => submitApplication(attempt, setProgress),
    onSuccess: () => {
      draft.attempt.renew()
      form.reset(EMPTY)
      resume.choose(null)
      dropDraft(jobId)
      toast({
        title: 'Application Submitted',
        description: 'Thank you for your application. We will contact you soon!',
      })
      onSubmitted?.()
    },
    onError: (error) => toast(describeSubmissionFailure(error)),
    onSettled: () => {
      isSending.current = false
    },
  })

  const send = ({ note = '', ...applicant }: ApplicationForm) => {
    if (isSending.current) return
    if (!resume.check()) {
      resume.inputRef.current?.focus()
      return
    }
    if (!resume.file) return
    isSending.current = true
    const fields = { ...applicant, note, jobId }
    const idempotencyKey = draft.attempt.keyFor(fields, resume.file)
    submission.mutate({ ...fields, resume: resume.file, idempotencyKey })
  }

  const { getValues } = form
  const latestFile = resume.latest
  useEffect(
    () => () => keepDraft(jobId, { values: getValues(), file: latestFile.current, attempt: draft.attempt }),
    [jobId, getValues, latestFile, draft],
  )

  return {
    register: form.register,
    errors: form.formState.errors,
    resume,
    progress,
    isSubmitting: submission.isPending,
    receipt: submission.data,
    submit: form.handleSubmit(send, () => {
      resume.check()
    }),
  }
}
