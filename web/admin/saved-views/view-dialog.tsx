import { useState } from 'react'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { SavedView } from '../../../contract/team/saved-views.ts'
import { SAVED_VIEW } from '../../../contract/wire/limits.ts'
import { failureMessage } from '../../api/api-error.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { useDialogFields } from '../../session/use-dialog-fields.ts'
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
  const form = useDialogFields(
    { name: stored?.name ?? '', isShared: stored?.isShared ?? false },
    { shown: /^name$/, failureOf },
  )
  // What is saved over: the version that was read, or the one of a conflict, once it is shown.
  const [seen, setSeen] = useState(stored)
  const save = useSaveView()

  const submit = () => {
    if (!form.check(form.fields.name.trim() === '' ? { name: 'Give the view a name' } : {})) return
    save.mutate(writeOf(seen, view, form.fields), {
      onSuccess: (saved) => {
        toast({ title: stored ? 'View changed' : 'View saved', description: saved.name })
        onSaved(saved)
        onClose()
      },
      onError: (error) => {
        const current = conflictingVersion<SavedView>(error)
        if (current) setSeen(current)
        form.showRefusal(error)
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
      initialFocus={form.firstInput}
      failure={form.failure}
      isDirty={form.isDirty}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={form.firstInput}
        label="Name"
        autoComplete="off"
        maxLength={SAVED_VIEW.longest}
        value={form.fields.name}
        error={form.faults.name}
        onChange={({ target }) => form.change({ name: target.value })}
      />
      {sharing && (
        <label className="flex min-h-11 cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={form.fields.isShared}
            onChange={({ target }) => form.change({ isShared: target.checked })}
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
function failureOf(error: Error): string {
  const current = conflictingVersion<SavedView>(error)
  if (!current) return failureMessage(error)
  const shared = current.isShared ? 'shared' : 'not shared'
  return `Someone changed this view meanwhile: it is called “${current.name}” now and is ${shared}. Save again to keep what you typed.`
}
