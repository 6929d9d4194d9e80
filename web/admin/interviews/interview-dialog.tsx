import { useRef, useState } from 'react'
import type { Interview, InterviewDefaults, InterviewDetails } from '../../../contract/interviews/interview.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { UNDO_TIME_TEXT } from '../../../contract/wire/undo-time.ts'
import { failureMessage } from '../../api/api-error.ts'
import { createAttemptKey } from '../../api/attempt-key.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useMay } from '../../session/use-may.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useSentFaults } from '../../ui/form/use-sent-faults.ts'
import { formatDay } from '../../ui/text/date-formats.ts'
import { formatHours } from '../../ui/text/hours.ts'
import { useChange } from '../applications/changes/pending-changes.ts'
import { NOBODY_TOLD } from '../messages/told-texts.ts'
import { InterviewFieldset } from './interview-fieldset.tsx'
import { fieldsOf, likelyZones, type OpenInterview, readFields } from './interview-form.ts'
import { stateOf } from './interview-texts.ts'
import { changeInterview, planInterview } from './interviews-api.ts'
import { useSavedNotice } from './use-interview-changes.ts'

type InterviewDialogProps = OpenInterview & { latest: InterviewDefaults | undefined; onClose: () => void }

/**
 * Plans or changes an interview. A new one is filled in, and the focus is where something is missing, otherwise on the button
 * that plans it: no key that is typed on lands in a date. What was typed stays when it cannot be saved; leaving it asks.
 */
export function InterviewDialog({ onClose, latest, ...opened }: InterviewDialogProps) {
  const { company, sendsMail } = usePageData()
  const { timeZone: companyZone } = company
  const mayInvite = useMay()(INTERVIEWS.invite, opened.jobId)
  const [fields, setFields] = useState(() => {
    const first = fieldsOf(opened.interview, { companyZone, now: new Date(), latest })
    return { ...first, invites: first.invites && mayInvite }
  })
  const { details, faults } = readFields(fields)
  const place = useRef<HTMLInputElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const [isWhole] = useState(details !== undefined)
  const { shown, noteAttempt } = useSentFaults(faults)
  const [isDirty, setDirty] = useState(false)
  const saving = useSaving(opened, onClose)
  const send = () => {
    noteAttempt()
    if (details) saving.mutate(details)
  }
  return (
    <FormDialog
      title={opened.interview ? 'Change interview' : 'Plan interview'}
      description={`With ${opened.applicantName}. ${describeInviting(fields.invites, sendsMail)}`}
      formName="Interview"
      action={labelOf(opened.interview, fields)}
      actionButton={save}
      initialFocus={isWhole ? save : place}
      failure={saving.error && describeFailure(saving.error)}
      isDirty={isDirty}
      isBusy={saving.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <InterviewFieldset
        fields={fields}
        canInvite={opened.interview?.invites === false}
        mayInvite={mayInvite}
        faults={shown}
        latest={latest}
        zones={likelyZones({ companyZone, latest })}
        placeInput={place}
        onChange={(part) => {
          setDirty(true)
          setFields((before) => ({ ...before, ...part }))
        }}
      />
    </FormDialog>
  )
}

/** Saves what was typed; after an edit conflict the next attempt replaces the version that the failure has named. */
function useSaving({ applicationId, interview }: OpenInterview, onDone: () => void) {
  const notice = useSavedNotice()
  const showFailure = useFailureNotice()
  const [seen, setSeen] = useState(interview)
  const [attempts] = useState(createAttemptKey)
  return useChange({
    send: (details: InterviewDetails) =>
      seen ? changeInterview(seen, details) : planInterview(applicationId, details, attempts.keyFor(details, null)),
    onMade: (saved) => {
      notice(saved, seen ? 'changed' : 'planned')
      onDone()
    },
    onFailed: (error) => {
      const current = conflictingVersion<Interview>(error)
      if (current) setSeen(current)
      showFailure(error, { title: 'Interview not saved' })
    },
  })
}

function describeInviting(invites: boolean, sendsMail: boolean): string {
  if (!invites) return 'Nobody is invited yet.'
  return sendsMail ? `Invitations leave in ${UNDO_TIME_TEXT}, and at once when it is within the hour.` : NOBODY_TOLD
}

function labelOf(interview: Interview | undefined, { invites }: { invites: boolean }): string {
  if (!interview) return invites ? 'Plan and invite' : 'Plan interview'
  if (!invites) return 'Save'
  return interview.invites ? 'Save and invite again' : 'Save and invite'
}

function describeFailure(error: Error): string {
  const current = conflictingVersion<Interview>(error)
  if (!current) return failureMessage(error)
  const stored = `${formatDay(current.startsAt)}, ${formatHours(current)}, ${stateOf(current).word}`
  return `This interview was changed meanwhile. Stored is: ${stored}. Save again to replace it with what you see here.`
}
