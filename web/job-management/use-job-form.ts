import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Job } from '../../contract/job.ts'
import { createAttemptKey } from '../api/attempt-key.ts'
import { useFailureNotice } from '../session/end-session.ts'
import { toast } from '../ui/toast.ts'
import { keepJobDraft, takeJobDraft } from './job-draft.ts'
import { formValuesOf, type JobFormValues, jobBodyOf, jobFormSchema, NEW_JOB } from './job-form-values.ts'
import { createJob, updateJob } from './job-management-api.ts'
import { useJobList } from './use-job-list.ts'

/**
 * Everything behind the job form: validation, saving, and a draft for a form that is taken away with changes in it.
 * @param job undefined for a new posting
 * @param onDone called when the form may close: saved, or its changes given up
 */
export function useJobForm(job: Job | undefined, onDone: () => void) {
  const list = useJobList()
  const tellFailure = useFailureNotice()
  const form = useForm<JobFormValues>({
    resolver: zodResolver(jobFormSchema),
    defaultValues: job ? formValuesOf(job) : NEW_JOB,
  })
  const [attempt] = useState(createAttemptKey)
  const isDone = useRef(false)
  const { isDirty, errors } = form.formState
  const finish = () => {
    isDone.current = true
    onDone()
  }

  const save = useMutation({
    mutationFn: (values: JobFormValues) => {
      const body = jobBodyOf(values, job)
      return job ? updateJob(job.id, body) : createJob({ body, idempotencyKey: attempt.keyFor(body, null) })
    },
    onSuccess: (stored) => {
      list.put(stored)
      toast({ title: job ? 'Job updated successfully' : 'Job created successfully' })
      finish()
    },
    onError: (error) => tellFailure(error, { title: 'Operation failed', description: 'Please try again' }),
    onSettled: list.refresh,
  })

  useDraft(form, job?.id, isDirty, isDone)
  useLeaveQuestion(isDirty)

  return {
    register: form.register,
    errors,
    isDirty,
    isSaving: save.isPending,
    submit: form.handleSubmit((values) => {
      if (!save.isPending) save.mutate(values)
    }),
    finish,
  }
}

/** Puts back what was typed before the form was taken away, and keeps it should that happen. */
function useDraft(
  { reset, getValues }: Pick<ReturnType<typeof useForm<JobFormValues>>, 'reset' | 'getValues'>,
  jobId: number | undefined,
  isDirty: boolean,
  isDone: { current: boolean },
) {
  const hasChanges = useRef(isDirty)
  hasChanges.current = isDirty
  useEffect(() => {
    const draft = takeJobDraft(jobId)
    if (draft) reset(draft, { keepDefaultValues: true })
    return () => {
      if (hasChanges.current && !isDone.current) keepJobDraft(jobId, getValues())
    }
  }, [jobId, reset, getValues, isDone])
}

/** Lets the browser ask before a reload or a closed tab takes unsaved changes away. */
function useLeaveQuestion(isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isNeeded])
}
