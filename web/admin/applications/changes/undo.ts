import { useEffect, useMemo, useRef } from 'react'
import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorCode } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken, readUser } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { describeUndoFailure, isTooLate, type UndoStep } from './change-texts.ts'
import { useChange } from './pending-changes.ts'
import { noteOwn } from './seen-list.ts'

/** All pages share one stack: `Z` takes back the newest step, wherever it was made. */
let stack: Array<{ step: UndoStep; author: string | undefined }> = []

/** Puts a step on top of the stack of the signed-in admin. */
export function pushStep(step: UndoStep): void {
  dropStep(step)
  stack.push({ step, author: readUser()?.username })
}

/** Takes a step off the stack; false if it was not there. */
export function dropStep(step: UndoStep): boolean {
  const before = stack.length
  stack = stack.filter((one) => one.step !== step)
  return stack.length < before
}

/** The newest step of the signed-in admin, or the one that made a change. */
export function findStep(changeId?: number): UndoStep | undefined {
  const author = readUser()?.username
  const isMeant = (step: UndoStep) => changeId === undefined || step.changes.includes(changeId)
  return stack.findLast((one) => one.author === author && isMeant(one.step))?.step
}

/**
 * Notes the changes that the server made of a step. A repeated change has the id of the first: only the newest step keeps
 * it, and a step without changes leaves the stack.
 */
export function noteChanges(step: UndoStep, ids: number[]): void {
  for (const id of ids) {
    const first = findStep(id)
    if (!first) continue
    first.changes = first.changes.filter((one) => one !== id)
    if (first.changes.length === 0) dropStep(first)
  }
  step.changes.push(...ids)
  if (step.changes.length === 0) dropStep(step)
}

/**
 * Undoes the changes of a step, newest first. Each leaves `changes` as soon as it is undone, so that another attempt
 * goes on where this one failed.
 * @throws ApiError for a refused request, TypeError when the network fails
 */
export async function undoStep({ changes, done }: UndoStep): Promise<void> {
  for (let id = changes.at(-1); id !== undefined; id = changes.at(-1)) {
    done.push(await undoOnce(id))
    changes.pop()
  }
}

const ALREADY_UNDONE: ErrorCode = 'already_undone'

/** A change that is undone already is what was asked for: the response of the last attempt may have been lost. */
async function undoOnce(id: number): Promise<UndoneChange | null> {
  try {
    return await jsonRequest<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, id), { token: readToken() })
  } catch (error) {
    if (error instanceof ApiError && error.code === ALREADY_UNDONE) return null
    throw error
  }
}

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
    'This key undoes what you changed since this page was loaded. Earlier changes are in the history of the application or the posting.',
}

const ANSWERED = { title: 'Undo answered', description: 'Reload the page to see what came of it.' }

/** What the pages that are shown do after an undo, whichever page's toast it came from. */
const listeners = new Set<(undone: UndoneChange) => void>()

/**
 * The actions that undo changes of applications; a toast says what came of it.
 * @param onUndone called after each undone change, while the page is shown
 */
export function useUndo(onUndone?: (undone: UndoneChange) => void): Undo {
  const showFailure = useFailureNotice()
  useListener(onUndone)
  const { mutate } = useChange({
    send: async (step: UndoStep) => {
      // No page needs the texts before an admin undoes something. Without them it is undone all the same.
      const texts = import('./undone-texts.ts').catch(() => undefined)
      await undoStep(step)
      return texts
    },
    onMade: (texts, step) => {
      // A change that was refused has left nothing to undo, and its own toast has said so.
      if (step.done.length === 0) return
      noteOwn(step.done.flatMap((undone) => undone?.changed ?? []))
      toast(texts ? texts.describeUndone(step) : ANSWERED)
      notifyPages(step)
    },
    onFailed: (error, step) => {
      const again = isTooLate(error) ? {} : { action: { label: 'Try again', run: () => actions.undo(step) } }
      if (!isTooLate(error)) pushStep(step)
      showFailure(error, { ...describeUndoFailure(error, step), ...again })
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

function notifyPages({ done }: UndoStep): void {
  for (const undone of done) for (const notify of listeners) if (undone) notify(undone)
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
