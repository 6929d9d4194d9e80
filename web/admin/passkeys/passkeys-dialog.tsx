import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

/** The passkeys of the signed-in person. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Your passkeys"
      description="Sign in with your finger, face or PIN."
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <PasskeysSection />
    </Dialog>
  )
}
