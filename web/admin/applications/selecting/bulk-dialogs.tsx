import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { askToDelete } from './bulk-texts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { BulkActions } from './use-bulk-actions.ts'

/** The questions of the actions for selected applications. */
export function BulkDialogs({ actions }: { actions: BulkActions }) {
  const { applications, conflict, change, isAsking } = actions
  if (conflict) {
    return (
      <ConflictDialog
        {...conflict}
        onChange={() =>
          change(
            conflict.change,
            conflict.refused.flatMap(({ stored }) => stored ?? []),
          )
        }
        onClose={actions.dropConflict}
      />
    )
  }
  if (!isAsking) return null
  return (
    <ConfirmDialog
      title={applications.length === 1 ? 'Delete Application' : 'Delete Applications'}
      question={askToDelete(applications)}
      action="Delete"
      onConfirm={actions.remove}
      onClose={actions.stopAsking}
    />
  )
}
