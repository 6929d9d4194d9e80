import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { Dialog } from './dialog.tsx'

type MadeLinkDialogProps = {
  name: string
  url: string
  /** How long and how often it works, as a sentence. */
  works: string
  onClose: () => void
}

/** A private link, shown this once. */
export function MadeLinkDialog({ name, url, works, onClose }: MadeLinkDialogProps) {
  return (
    <Dialog
      isSmall
      staysOpenOnOutsideClick
      title="Link for"
      subject={name}
      description={`Copy it now and pass it on in a private way: it is not shown again. ${works}`}
      onClose={onClose}
      footer={
        <Button tone="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div role="status" className="grid gap-3">
        <p className="select-all break-all rounded-md border border-line p-3 font-mono text-sm">{url}</p>
        <div>
          <CopyButton text={url} what="the link" tone="primary" />
        </div>
      </div>
    </Dialog>
  )
}
