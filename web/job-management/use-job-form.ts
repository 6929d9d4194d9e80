import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Job } from '../../contract/job.ts'
import { createAttemptKey } from '../api/attempt-key.ts'
import { createDraftShelf } from '../session/draft-shelf.ts'
import { useFailureNotice } from '../session/end-session.ts'
import { useKeptDraft } from '../session/use-kept-draft.ts'
import { toast } from '../ui/toast.ts'
import { formValuesOf, type JobFormValues, jobBodyOf, jobFormSchema, NEW_JOB } from './job-form-values.ts'
import { createJob, updateJob } from './job-management-api.ts'
import { useJobList } from './use-job-list.ts'

/** By the id of the posting; undefined is a new one. */
const shelf = createDraftShelf<number | undefined, JobFormValues>()

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
  const { isDirty, errors } = form.formState
  const giveUp = useKeptDraft({
    shelf,
    about: job?.id,
    restore: (draft) => form.reset(draft, { keepDefaultValues: true }),
    read: () => (isDirty ? form.getValues() : undefined),
  })
  const finish = () => {
    giveUp()
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
