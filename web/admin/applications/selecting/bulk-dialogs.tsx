import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { MessageWriting, RejectionWriting } from '../../messages/writing/message-writing.tsx'
import { nameSome } from '../application-texts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { type BulkActions, isToldOfRejection } from './use-bulk-actions.ts'

/** The questions of the actions for selected applications. */
export function BulkDialogs({ actions }: { actions: BulkActions }) {
  const { applications, conflict, isConfirming, question, recipients, rejected } = actions
  if (question) return question
  if (conflict) {
    return (
      <ConflictDialog
        {...conflict}
        onChange={() =>
          actions.changeRows({
            ...{ change: conflict.change, message: conflict.message },
            applications: conflict.refused.flatMap(({ stored }) => stored ?? []),
          })
        }
        onClose={actions.dropConflict}
      />
    )
  }
  if (recipients) return <MessageWriting recipients={recipients} onSent={actions.clear} onClose={actions.stopWriting} />
  if (rejected) {
    return (
      <RejectionWriting
        applicants={rejected}
        told={rejected.filter(isToldOfRejection)}
        isSending={actions.isBusy}
        onReject={(rejection) => actions.reject(rejected, rejection)}
        onClose={actions.stopRejecting}
      />
    )
  }
  if (!isConfirming) return null
  return (
    <ConfirmDialog
      title={applications.length === 1 ? 'Delete Application' : 'Delete Applications'}
      question={deleteQuestion(applications)}
      action="Delete"
      onConfirm={actions.remove}
      onClose={actions.stopConfirming}
    />
  )
}

/** The question before several applications are deleted: how many, and up to three names. */
export function deleteQuestion(applications: Array<{ name: string }>): string {
  const what = applications.length === 1 ? 'this application' : `these ${formatCount(applications.length)} applications`
  return `Are you sure you want to delete ${what} (${nameSome(applications)})? This action cannot be undone.`
}
