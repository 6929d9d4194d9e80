import { useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { Assignee, MadeAssignment } from '../../../../contract/team/assignments.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { UndoStep } from '../changes/change-texts.ts'
import { useChange } from '../changes/pending-changes.ts'
import { showStored } from '../changes/row-changes.ts'
import { dropStep, noteChanges, pushStep, useUndo } from '../changes/undo.ts'
import { describeAssignment } from './assignee-texts.ts'

/** Applications as they were read, and who is to take care of them; nobody without a person. */
type Assigning = { applications: readonly Application[]; person: Pick<Assignee, 'id' | 'name'> | undefined }

/** The action that assigns applications, over the versions that were read. A toast says what came of it, and can undo it. */
export function useAssign() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const undo = useUndo()
  return useChange({
    send: ({ applications, person }: Assigning) =>
      jsonRequest<MadeAssignment>('POST', ADMIN_API.assignments, {
        token: readToken(),
        body: {
          assigneeId: person?.id ?? null,
          applications: applications.map(({ id, version }) => ({ id, version })),
        },
      }),
    show: () => {
      const step: UndoStep = { noun: 'Assignment', changes: [], done: [] }
      pushStep(step)
      return step
    },
    onMade: (made, { person }, step) => {
      noteChanges(step, made.id === null ? [] : [made.id])
      showStored(client, [...made.changed, ...made.refused.flatMap(({ stored }) => stored ?? [])])
      const undoing = { action: { label: 'Undo', run: () => undo.undo(step) }, durationMs: UNDO_TIME_MS }
      toast({ ...describeAssignment(made, person?.name), ...(made.id !== null && undoing) })
    },
    onFailed: (error, { applications }, step) => {
      if (step) dropStep(step)
      showFailure(error, {
        title: 'Assignment failed',
        description: 'Nothing was changed. Please try again.',
        ...(applications.length === 1 && { about: applications[0]?.name }),
      })
    },
  })
}
