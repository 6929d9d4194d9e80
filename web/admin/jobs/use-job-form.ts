import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Job } from '../../../contract/job.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { saveOver, storedMeanwhile } from '../../api/changed-meanwhile.ts'
import { createDraftShelf } from '../../session/draft-shelf.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { toast } from '../../ui/toast.ts'
import { mergeEdit, pick } from './job-edit.ts'
import { formValuesOf, type JobFormValues, jobBodyOf, jobFormSchema, NEW_JOB } from './job-form-values.ts'
import { createJob, saveJob } from './job-management-api.ts'
import { useJobList } from './use-job-list.ts'

/** What was typed, and over which state of the posting; that is undefined for a new one. */
type KeptJob = { values: JobFormValues; seen: Job | undefined }

/** By the id of the posting; undefined is a new one. */
const shelf = createDraftShelf<number | undefined, KeptJob>()

/** An edit of some fields goes along with another of others; where both changed one, a person must choose. */
const SAVING = {
  save: (seen: Job, values: JobFormValues) => saveJob(seen, jobBodyOf(values, seen)),
  rebase: (seen: Job, values: JobFormValues, current: Job) => {
    const merged = mergeEdit(seen, values, current)
    return merged.conflicts.length === 0 ? merged.values : undefined
  },
}

/**
 * Everything behind the job form: validation, saving, and a draft for a form that is taken away with changes in it.
 * @param job undefined for a new posting
 * @param onDone called when the form may close: saved, or its changes given up
 */
export function useJobForm(job: Job | undefined, onDone: () => void) {
  const list = useJobList()
  const tellFailure = useFailureNotice()
  const [seen, setSeen] = useState(job)
  const [conflict, setConflict] = useState<{ stored: Job; fields: (keyof JobFormValues)[] }>()
  const form = useForm<JobFormValues>({
    resolver: zodResolver(jobFormSchema),
    defaultValues: job ? formValuesOf(job) : NEW_JOB,
  })
  const [attempt] = useState(createAttemptKey)
  const { isDirty, errors } = form.formState
  /** Shows values as an edit of a posting. */
  const show = (values: JobFormValues, over: Job | undefined) => {
    setSeen(over)
    if (over) form.reset(formValuesOf(over))
    form.reset(values, { keepDefaultValues: true })
  }
  const giveUp = useKeptDraft({
    shelf,
    about: job?.id,
    restore: (kept) => show(kept.values, kept.seen),
    read: () => (isDirty ? { values: form.getValues(), seen } : undefined),
  })
  const finish = () => {
    giveUp()
    onDone()
  }

  const save = useMutation({
    mutationFn: ({ values, over }: { values: JobFormValues; over: Job | undefined }) => {
      if (over) return saveOver(over, values, SAVING)
      const body = jobBodyOf(values)
      return createJob({ body, idempotencyKey: attempt.keyFor(body, null) })
    },
    onSuccess: (stored) => {
      list.put(stored)
      toast({ title: job ? 'Job updated successfully' : 'Job created successfully' })
      finish()
    },
    onError: (error, { values, over }) => {
      const stored = storedMeanwhile<Job>(error)
      if (stored && over) setConflict({ stored, fields: mergeEdit(over, values, stored).conflicts })
      else tellFailure(error, { title: 'Operation failed', description: 'Please try again' })
    },
    onSettled: list.refresh,
  })
  const submit = (over: Job | undefined) =>
    form.handleSubmit((values) => {
      if (!save.isPending) save.mutate({ values, over })
    })

  /** Goes on with what is stored now, and with one's own text or the stored one where both have written. */
  const settle = (stored: Job, isOwnKept: boolean) => {
    if (!seen) return
    const { values, conflicts } = mergeEdit(seen, form.getValues(), stored)
    show(isOwnKept ? values : { ...values, ...pick(formValuesOf(stored), conflicts) }, stored)
    setConflict(undefined)
  }

  return {
    register: form.register,
    errors,
    isDirty,
    isSaving: save.isPending,
    /** The posting as the form began with it, or as it was stored when the author last chose between two texts. */
    seen,
    submit: submit(seen),
    conflict: conflict && {
      ...conflict,
      saveMine: () => {
        settle(conflict.stored, true)
        submit(conflict.stored)()
      },
      takeStored: () => {
        settle(conflict.stored, false)
        form.setFocus(conflict.fields[0] ?? 'title')
      },
    },
    finish,
  }
}
