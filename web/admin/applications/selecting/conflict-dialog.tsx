import type { ApplicationChange, RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { choicesOf, describeConflict, describeRefusal } from '../changes/change-texts.ts'

type ConflictDialogProps = {
  change: ApplicationChange
  /** The applications that other admins have changed, with what they did. */
  refused: RefusedApplication[]
  /** Makes the change all the same. */
  onChange: () => void
  onClose: () => void
}

/** Shown when other admins were faster: what they did, what this admin chose, and which of both is to stay. */
export function ConflictDialog({ change, refused, onChange, onClose }: ConflictDialogProps) {
  const [first] = refused
  const choices = refused.length === 1 && first?.stored ? choicesOf(change, first.stored) : choicesOfMany(change)
  return (
    <ConfirmDialog
      title="Changed meanwhile"
      question={
        <>
          {refused.slice(0, NAMED).map((refusal) => (
            <span key={refusal.id} className="wrap-anywhere block">
              <strong className="font-semibold">{refusal.name}</strong>{' '}
              {refusal.stored ? describeConflict(refusal, refusal.stored, change) : describeRefusal(refusal)}
            </span>
          ))}
          {refused.length > NAMED && <span className="block">And {refused.length - NAMED} more.</span>}
        </>
      }
      action={choices.change}
      cancel={choices.keep}
      onConfirm={onChange}
      onClose={onClose}
    />
  )
}

const NAMED = 3

function choicesOfMany(change: ApplicationChange): ReturnType<typeof choicesOf> {
  const keep = 'Leave them unchanged'
  if ('status' in change) return { keep, change: `Change them to ${APPLICATION_STATUS[change.status].name}` }
  return { keep, change: change.archived ? 'Archive them' : 'Unarchive them' }
}
