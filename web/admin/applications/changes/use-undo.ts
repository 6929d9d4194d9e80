import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { describeUndoFailure, describeUndone, isTooLate } from './change-texts.ts'
import { ONE_AT_A_TIME, refreshDashboard } from './pending-changes.ts'
import { dropStep, findStep, pushStep, type UndoStep, undoStep } from './undo-stack.ts'

/** What undoes changes of applications. */
export type Undo = {
  /** Undoes a step, unless that has been done. */
  undo: (step: UndoStep) => void
  /** Undoes the newest step; the next call the one before. */
  undoLast: () => void
  /** Undoes a change that the history names. */
  undoChange: (changeId: number) => void
}

/** A reload forgets the steps; the history of an application undoes what still can be undone. */
const NOTHING_TO_UNDO = {
  title: 'Nothing to undo',
  description:
    'This key undoes what you changed since this page was loaded. Earlier changes are in the history of the application.',
}

/** What the pages that are shown do after an undo, whichever page's toast it came from. */
const listeners = new Set<(undone: UndoneChange) => void>()

/**
 * The actions that undo changes of applications; a toast says what came of it.
 * @param onUndone called after each undone change, while the page is shown
 */
export function useUndo(onUndone?: (undone: UndoneChange) => void): Undo {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  useListener(onUndone)
  const { mutate } = useMutation({
    ...ONE_AT_A_TIME,
    mutationFn: undoStep,
    onSuccess: (_answer, step) => {
      // A change that was refused has left nothing to undo, and its own toast has said so.
      if (step.done.length === 0) return
      toast(describeUndone(step))
      for (const undone of step.done) for (const notify of listeners) if (undone) notify(undone)
    },
    onError: (error, step) => {
      const again = isTooLate(error) ? {} : { action: { label: 'Try again', run: () => actions.undo(step) } }
      if (!isTooLate(error)) pushStep(step)
      showFailure(error, { ...describeUndoFailure(error, step), ...again })
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
  const actions = useMemo(
    (): Undo => ({
      undo: (step) => {
        if (dropStep(step)) mutate(step)
      },
      undoLast: () => {
        const last = findStep()
        if (last) actions.undo(last)
        else toast(NOTHING_TO_UNDO)
      },
      undoChange: (changeId) => {
        const step = findStep(changeId) ?? { noun: 'Change', changes: [changeId], done: [] }
        pushStep(step)
        actions.undo(step)
      },
    }),
    [mutate],
  )
  return actions
}

function useListener(listener: ((undone: UndoneChange) => void) | undefined): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => {
    const notify = (undone: UndoneChange) => latest.current?.(undone)
    listeners.add(notify)
    return () => {
      listeners.delete(notify)
    }
  }, [])
}
