import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { Interview, InterviewDetails } from '../../../contract/interviews/interview.ts'
import { failureMessage } from '../../api/api-error.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { DiscardQuestion } from '../../ui/dialog/discard-question.tsx'
import { useSentFaults } from '../../ui/form/use-sent-faults.ts'
import { formatDay } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { InterviewFieldset } from './interview-fieldset.tsx'
import { fieldsOf, type OpenInterview, readFields } from './interview-form.ts'
import { describeHours, stateOf } from './interview-texts.ts'
import { changeInterview, planInterview } from './interviews-api.ts'
import { useInterviewRefresh } from './use-interview-changes.ts'

/** Plans or changes an interview. What was typed stays when it cannot be saved; leaving it asks. */
export function InterviewDialog({ onClose, ...opened }: OpenInterview & { onClose: () => void }) {
  const [fields, setFields] = useState(() => fieldsOf(opened.interview))
  const { details, faults } = readFields(fields)
  const { shown, noteAttempt } = useSentFaults(faults)
  const [isDirty, setDirty] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const saving = useSaving(opened, onClose)
  const formId = useId()
  const leave = () => {
    if (saving.isPending) return
    if (isDirty) setLeaving(true)
    else onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending) return
    noteAttempt()
    if (details) return saving.mutate(details)
    const form = event.currentTarget
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return (
    <Dialog
      title={opened.interview ? 'Change interview' : 'Plan interview'}
      description={`With ${opened.applicantName}. Invitations leave in 10 minutes, and at once when it is within the hour.`}
      staysOpenOnOutsideClick={isDirty || saving.isPending}
      onClose={leave}
      footer={
        <>
          <Button tone="secondary" isUnavailable={saving.isPending} onClick={leave}>
            Close
          </Button>
          <Button type="submit" form={formId} isBusy={saving.isPending}>
            {opened.interview ? 'Save and invite again' : 'Plan and invite'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label="Interview" onSubmit={submit} className="grid gap-5">
        {saving.error && (
          <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
            {describeFailure(saving.error)}
          </p>
        )}
        <InterviewFieldset
          fields={fields}
          faults={shown}
          onChange={(part) => {
            setDirty(true)
            setFields((before) => ({ ...before, ...part }))
          }}
        />
      </form>
      {isLeaving && <DiscardQuestion onDiscard={onClose} onClose={() => setLeaving(false)} />}
    </Dialog>
  )
}

/** Saves what was typed; after an edit conflict the next attempt replaces the version that the failure has named. */
function useSaving({ applicationId, interview }: OpenInterview, onDone: () => void) {
  const refresh = useInterviewRefresh()
  const showFailure = useFailureNotice()
  const [seen, setSeen] = useState(interview)
  const [attempts] = useState(createAttemptKey)
  return useMutation({
    mutationFn: (details: InterviewDetails) =>
      seen ? changeInterview(seen, details) : planInterview(applicationId, details, attempts.keyFor(details, null)),
    retry: false,
    onSuccess: async ({ applicantName }) => {
      toast({ title: seen ? 'Interview changed' : 'Interview planned', about: applicantName })
      onDone()
      await refresh()
    },
    onError: (error) => {
      const current = conflictingVersion<Interview>(error)
      if (current) setSeen(current)
      showFailure(error, { title: 'Interview not saved' })
    },
  })
}

function describeFailure(error: Error): string {
  const current = conflictingVersion<Interview>(error)
  if (!current) return failureMessage(error)
  const stored = `${formatDay(current.startsAt)}, ${describeHours(current)}, ${stateOf(current).word}`
  return `This interview was changed meanwhile. Stored is: ${stored}. Save again to replace it with what you see here.`
}
