import type { ApplicationChange, RefusedApplication } from '../../../../contract/application-changes.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { describeActor } from '../../history/history-texts.ts'
import { STATUS_VIEWS } from '../application-statuses.ts'
import { describeRefusal } from '../changes/change-texts.ts'

/** What the dialog takes. */
export type ConflictDialogProps = {
  change: ApplicationChange
  /** The applications that other admins have changed, with what they did. */
  refused: RefusedApplication[]
  /** Makes the change all the same. */
  onChange: () => void
  onClose: () => void
}

/** Shown when other admins were faster: what they did, and whether to change it all the same. */
export function ConflictDialog({ change, refused, onChange, onClose }: ConflictDialogProps) {
  const action = 'status' in change ? STATUS_VIEWS[change.status].move : change.archived ? 'Archive' : 'Unarchive'
  return (
    <ConfirmDialog
      title="Changed meanwhile"
      question={
        <>
          {refused.slice(0, NAMED).map((refusal) => (
            <span key={refusal.id} className="wrap-anywhere block">
              <strong className="font-semibold">{refusal.name}</strong> {describeStored(refusal)}
            </span>
          ))}
          {refused.length > NAMED && <span className="block">and {refused.length - NAMED} more.</span>}
          <span className="mt-2 block">Your change was not made there. Make it all the same?</span>
        </>
      }
      action={action}
      cancel="Keep what is stored"
      onConfirm={onChange}
      onClose={onClose}
    />
  )
}

const NAMED = 3

function describeStored(refusal: RefusedApplication): string {
  const { stored, since: [last] = [] } = refusal
  if (!stored) return describeRefusal(refusal)
  const now = `is now ${stored.archived ? 'archived' : STATUS_VIEWS[stored.status].tab}`
  return last ? `${now}: ${describeActor(last)} changed it on ${formatDayAndTime(last.at)}.` : `${now}.`
}
