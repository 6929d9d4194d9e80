import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { UNDO_TIME_MS } from '../../../../contract/limits.ts'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import type { ToastMessage } from '../../../ui/toast-store.ts'
import { nameSome } from '../application-texts.ts'
import { undoChange } from './change-together.ts'
import { CHANGES_KEY, refreshDashboard } from './pending-changes.ts'
import { describeRefusal, describeUndoFailure } from './undoable-changes.ts'

/** Finds the id of a change, after its response; undefined if the change can no longer be undone. */
type FindChange = () => number | undefined | Promise<number | undefined>

/** A change that can be undone. */
type RememberedChange = {
  /** The part of its toast that undoes it. */
  inToast: Pick<ToastMessage, 'action' | 'durationMs'>
  /** Forgets the change, because it was refused. */
  forget: () => void
}

/** What undoes the changes that were made since the page was opened. */
export type Undo = {
  /** Remembers a change when it is sent: until the response an undo waits. */
  remember: (find: FindChange) => RememberedChange
  /** Undoes the last change that was not undone yet. */
  undoLast: () => void
}

/** The actions that undo changes of applications; a toast says what came of it. */
export function useUndo(): Undo {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const changes = useRef<FindChange[]>([])
  const { mutate } = useMutation({
    mutationKey: CHANGES_KEY,
    scope: { id: CHANGES_KEY[0] },
    mutationFn: async (find: FindChange) => {
      const id = await find()
      return id === undefined ? undefined : undoChange(id)
    },
    onSuccess: (undone) => {
      if (!undone)
        return toast({ title: 'Undo failed', description: 'The change can no longer be undone.', tone: 'error' })
      const { changed, refused } = undone
      const about = nameSome(changed)
      if (refused.length === 0) return toast({ title: 'Change undone', about })
      const reasons = refused.map((one) => `${one.name ?? 'An application'} ${describeRefusal(one)}`).join(' ')
      toast({
        title: changed.length > 0 ? 'Change undone in part' : 'Undo failed',
        description: reasons,
        tone: 'error',
      })
    },
    onError: (error) => {
      if (isSessionOver(error)) showFailure(error, describeUndoFailure(error))
      else toast(describeUndoFailure(error))
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
  return useMemo(() => {
    const forget = (find: FindChange) => {
      changes.current = changes.current.filter((one) => one !== find)
    }
    const undo = (find: FindChange) => {
      if (!changes.current.includes(find)) return
      forget(find)
      mutate(find)
    }
    return {
      remember: (find) => {
        changes.current.push(find)
        const inToast = { action: { label: 'Undo', run: () => undo(find) }, durationMs: UNDO_TIME_MS }
        return { inToast, forget: () => forget(find) }
      },
      undoLast: () => {
        const last = changes.current.at(-1)
        if (last) undo(last)
        else toast({ title: 'Nothing to undo', description: 'No change was made since this page was opened.' })
      },
    }
  }, [mutate])
}
