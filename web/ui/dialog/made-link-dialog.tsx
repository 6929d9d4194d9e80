import { useState } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type MadeLinkDialogProps = {
  name: string
  url: string
  /** How long and how often it works, as a sentence. */
  works: string
  onClose: () => void
}

/** A private link, shown this once; closing it before it was copied asks. */
export function MadeLinkDialog({ name, url, works, onClose }: MadeLinkDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (isCopied ? onClose() : setLeaving(true))
  return (
    <Dialog
      isSmall
      staysOpenOnOutsideClick
      title="Link for"
      subject={name}
      description={`Copy it now and pass it on in a private way: it is not shown again. ${works}`}
      onClose={leave}
      footer={
        <Button tone="secondary" onClick={leave}>
          Close
        </Button>
      }
    >
      <div role="status" className="grid gap-3" onCopy={() => setCopied(true)}>
        <p className="select-all break-all rounded-md border border-line p-3 font-mono text-sm">{url}</p>
        <div>
          <CopyButton text={url} what="the link" tone="primary" onCopied={() => setCopied(true)} />
        </div>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title="Close without copying the link?"
          question="It is not shown again. Without it you have to make a new one."
          action="Close anyway"
          cancel="Back to the link"
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}
