import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Job } from '../../../../contract/jobs/job.ts'
import { isOpenJob, isPastClosing } from '../../../../contract/jobs/job-statuses.ts'
import { createAttemptKey } from '../../../api/attempt-key.ts'
import { conflictingVersion, saveWithRebase } from '../../../api/edit-conflict.ts'
import { useToday } from '../../../layout/use-today.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { createJob, saveJob } from '../job-management-api.ts'
import type { JobState } from '../job-state.ts'
import { useJobList } from '../use-job-list.ts'
import { jobDrafts, NEW_DRAFT } from './job-drafts.ts'
import { mergeEdit, pick } from './job-edit.ts'
import { formValuesOf, type JobFormValues, jobBodyOf, jobFormSchema, NEW_JOB } from './job-form-values.ts'

const CLOSES_TOO_EARLY = 'Must be today or later for a posting that is open'

/** The browser asks before a reload all the same: a closed tab ends these drafts. */
const store = { take: jobDrafts.take, save: jobDrafts.save }

/** Edits of different fields are merged; if both changed the same field, the admin must choose. */
const SAVING = {
  save: (seen: Job, values: JobFormValues) => saveJob(seen, jobBodyOf(values, seen)),
  rebase: (seen: Job, values: JobFormValues, current: Job) => {
    const merged = mergeEdit(seen, values, current)
    return merged.conflicts.length === 0 ? merged.values : undefined
  },
}

/**
 * State of the job form: validation, saving, edit conflicts, and a draft that survives a reload and an expired session.
 * @param job undefined for a new posting
 * @param onDone called after a save or when the changes are discarded
 */
export function useJobForm(job: Job | undefined, onDone: () => void) {
  const list = useJobList()
  const showFailure = useFailureNotice()
  const today = useToday()
  const [seen, setSeen] = useState(job)
  const [isRestored, setRestored] = useState(false)
  const [conflict, setConflict] = useState<{ stored: Job; fields: (keyof JobFormValues)[] }>()
  const form = useForm<JobFormValues>({
    resolver: zodResolver(jobFormSchema),
    defaultValues: job ? formValuesOf(job) : NEW_JOB,
  })
  const [attempt] = useState(createAttemptKey)
  const { isDirty } = form.formState
  /** Shows values as an edit of a posting. */
  const show = (values: JobFormValues, over: Job | undefined) => {
    setSeen(over)
    if (over) form.reset(formValuesOf(over))
    form.reset(values, { keepDefaultValues: true })
  }
  const discardDraft = useDraft({
    store,
    about: job?.id ?? NEW_DRAFT,
    restore: (saved) => {
      show(saved.values, saved.seen)
      setRestored(true)
    },
    read: () => (isDirty ? { values: form.getValues(), seen } : undefined),
  })
  const finish = () => {
    discardDraft()
    onDone()
  }

  const save = useMutation({
    mutationFn: ({ values, over }: { values: JobFormValues; over: Job | undefined }) => {
      if (over) return saveWithRebase(over, values, SAVING)
      const body = jobBodyOf(values)
      return createJob({ body, idempotencyKey: attempt.keyFor(body, null) })
    },
    onSuccess: (stored) => {
      list.put(stored)
      toast({ title: job ? 'Job updated successfully' : 'Job created successfully' })
      finish()
    },
    onError: (error, { values, over }) => {
      const stored = conflictingVersion<Job>(error)
      if (stored && over) setConflict({ stored, fields: mergeEdit(over, values, stored).conflicts })
      else showFailure(error, { title: 'Operation failed', description: 'Please try again' })
    },
    onSettled: list.refresh,
  })
  const submit = (over: Job | undefined) => {
    const refuseTooLate = () => {
      const isRefused = isTooLate(jobBodyOf(form.getValues(), over), over, today)
      if (isRefused) form.setError('closingDate', { message: CLOSES_TOO_EARLY })
      return isRefused
    }
    const send = (values: JobFormValues) => {
      if (!refuseTooLate() && !save.isPending) save.mutate({ values, over })
    }
    // Said together with the other faults.
    return form.handleSubmit(send, ({ closingDate }) => closingDate ?? refuseTooLate())
  }

  /** Rebases the form onto the stored version, with either side's text in the conflicting fields. */
  const rebaseForm = (stored: Job, keepsOwnText: boolean) => {
    if (!seen) return
    const { values, conflicts } = mergeEdit(seen, form.getValues(), stored)
    show(keepsOwnText ? values : { ...values, ...pick(formValuesOf(stored), conflicts) }, stored)
    setConflict(undefined)
  }

  return {
    form,
    isDirty,
    /** Whether the form shows what was typed before a reload or an expired session. */
    isRestored: isRestored && isDirty,
    isSaving: save.isPending,
    /** The version that the edit is based on. */
    seen,
    submit: submit(seen),
    conflict: conflict && {
      ...conflict,
      saveMine: () => {
        rebaseForm(conflict.stored, true)
        submit(conflict.stored)()
      },
      acceptStored: () => {
        rebaseForm(conflict.stored, false)
        form.setFocus(conflict.fields[0] ?? 'title')
      },
    },
    finish,
  }
}

/** Whether a save would publish a posting after its closing date; one that has closed by its date can be edited. */
function isTooLate(body: JobState & Pick<Job, 'closingDate'>, stored: Job | undefined, today: string): boolean {
  const wasPublished = stored !== undefined && isOpenJob(stored) && stored.closingDate === body.closingDate
  return !wasPublished && isOpenJob(body) && isPastClosing(body, today)
}
