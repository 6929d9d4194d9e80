import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { SavedView } from '../../../contract/team/saved-views.ts'
import { SAVED_VIEW } from '../../../contract/wire/limits.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { useMay } from '../../session/use-may.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import type { ListView } from '../applications/list-view.ts'
import { useSaveView, type ViewWrite } from './saved-views-api.ts'
import { filterOf } from './view-texts.ts'

type ViewDialogProps = {
  /** The view that is renamed or shared; left out for a new one of the list as it is. */
  stored?: SavedView | undefined
  view: ListView
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** Names a view, and shares it with all colleagues. */
export function ViewDialog({ stored, view, onSaved, onClose }: ViewDialogProps) {
  const sharing = useMay()(APPLICATIONS.shareViews)
  const [name, setName] = useState(stored?.name ?? '')
  const [isShared, setShared] = useState(stored?.isShared ?? false)
  const [fault, setFault] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  // What is saved over: the version that was read, or the one of a conflict, once it is shown.
  const [seen, setSeen] = useState(stored)
  const save = useSaveView()

  const submit = () => {
    if (name.trim() === '') return setFault('Give the view a name')
    save.mutate(writeOf(seen, view, { name, isShared }), {
      onSuccess: (saved) => {
        toast({ title: stored ? 'View changed' : 'View saved', description: saved.name })
        onSaved(saved)
        onClose()
      },
      onError: (error) => {
        const current = conflictingVersion<SavedView>(error)
        if (current) setSeen(current)
        const refused = error instanceof ApiError && error.issues.find(({ path }) => path === 'name')
        if (refused) flushSync(() => setFault(refused.message))
      },
    })
  }
  return (
    <FormDialog
      isSmall
      title={stored ? 'Edit view' : 'Save as a view'}
      description={
        stored ? 'What it shows stays as it is.' : 'It keeps what the list shows by: tab, filters, words and order.'
      }
      formName="View"
      action="Save view"
      initialFocus={input}
      failure={fault === undefined ? failureOf(save.error) : null}
      isDirty={name !== (stored?.name ?? '') || isShared !== (stored?.isShared ?? false)}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={input}
        label="Name"
        autoComplete="off"
        maxLength={SAVED_VIEW.longest}
        value={name}
        error={fault}
        onChange={({ target }) => {
          setName(target.value)
          setFault(undefined)
        }}
      />
      {sharing && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={isShared}
            onChange={({ target }) => setShared(target.checked)}
          />
          <span>
            Share with all colleagues
            <span className="block text-ink-muted text-sm">
              Everyone with an account reads its name and the words it searches for, hiring managers too. Each sees only
              the applications that they may see.
            </span>
          </span>
        </label>
      )}
    </FormDialog>
  )
}

function writeOf(seen: SavedView | undefined, view: ListView, named: Pick<SavedView, 'name' | 'isShared'>): ViewWrite {
  return seen
    ? { id: seen.id, body: { ...named, version: seen.version } }
    : { body: { ...named, filter: filterOf(view) } }
}

/** Why a view was not saved. A conflict shows what it has become; sending again saves what is typed. */
function failureOf(error: Error | null): string | null {
  if (error === null || isSessionOver(error)) return null
  const current = conflictingVersion<SavedView>(error)
  if (!current) return failureMessage(error)
  const shared = current.isShared ? 'shared' : 'not shared'
  return `Someone changed this view meanwhile: it is called “${current.name}” now and is ${shared}. Save again to keep what you typed.`
}
