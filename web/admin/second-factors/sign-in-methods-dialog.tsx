import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { SecondFactors, type ViewKind } from './second-factors.tsx'

/** How the signed-in person proves who they are: the app, the passkeys and the recovery codes. */
export function SignInMethodsDialog({ onClose }: { onClose: () => void }) {
  const [view, setView] = useState<ViewKind>('list')
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (view === 'codes' ? setLeaving(true) : onClose())
  return (
    <Dialog
      onClose={leave}
      staysOpenOnOutsideClick
      title="Sign-in methods"
      description="With a second step, a stolen password opens nothing."
      footer={
        view === 'list' && (
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      <SecondFactors onView={setView} />
      {isLeaving && (
        <ConfirmDialog
          title="Close without saving the codes?"
          question="They are not shown again. Without them and without your phone, only an owner can let you in."
          action="Close anyway"
          cancel="Back to the codes"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}
