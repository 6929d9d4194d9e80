import { useRef, useState } from 'react'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { shortMoveOf } from '../../../../contract/applications/status-lists.ts'
import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { WithInterview } from './interviews-ahead.ts'
import { PlannedInterviewsField } from './planned-interviews-field.tsx'

/** A change that waits for the choice about interviews. */
export type AskedChange = {
  change: ApplicationChange
  /** Everyone whom the change is for. */
  applications: readonly WithInterview[]
  /** Those whose interviews lie ahead; at least one. */
  ahead: readonly WithInterview[]
  /** Makes the change with the choice. */
  make: (change: ApplicationChange) => void
}

/**
 * Asks what becomes of planned interviews before applicants are rejected or archived. The focus is on the usual choice, where
 * Enter makes the change; closing changes nothing.
 */
export function InterviewQuestionDialog({
  change,
  applications,
  ahead,
  make,
  onClose,
}: AskedChange & { onClose: () => void }) {
  const [interviews, setInterviews] = useState<InterviewChoice>('cancel')
  const usual = useRef<HTMLInputElement>(null)
  const verb = verbOf(change)
  const isOne = applications.length === 1
  return (
    <FormDialog
      isSmall
      title={isOne ? verb : `${verb} ${formatCount(applications.length)} applications`}
      subject={isOne ? applications[0]?.name : undefined}
      description="What becomes of planned interviews?"
      formName="Planned interviews"
      action={verb}
      initialFocus={usual}
      failure={null}
      isDirty={false}
      isBusy={false}
      onSubmit={() => {
        onClose()
        make({ ...change, interviews })
      }}
      onClose={onClose}
    >
      <PlannedInterviewsField ahead={ahead} value={interviews} usual={usual} onChange={setInterviews} />
    </FormDialog>
  )
}

/** What a button says that makes a change, such as `Reject`. */
function verbOf(change: ApplicationChange): string {
  return 'status' in change ? shortMoveOf(change.status) : 'Archive'
}
