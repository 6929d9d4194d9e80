import { useState } from 'react'
import { Button } from '../button.tsx'
import { CopyButton } from '../copy-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type MadeSecretDialogProps = {
  /** What it is, in a word. */
  what: string
  /** Whom or what it is for. */
  name: string
  secret: string
  /** What to do with it and how long it works, as sentences. */
  description: string
  onClose: () => void
}

/** A private link, shown this once; closing it before it was copied asks. @param props.works how long and how often it works, as a sentence */
export function MadeLinkDialog({
  url,
  works,
  ...rest
}: Pick<MadeSecretDialogProps, 'name' | 'onClose'> & { url: string; works: string }) {
  const description = `Copy it now and pass it on in a private way: it is not shown again. ${works}`
  return <MadeSecretDialog what="link" secret={url} description={description} {...rest} />
}

/** A secret, shown this once; closing it before it was copied asks. */
export function MadeSecretDialog({ what, name, secret, description, onClose }: MadeSecretDialogProps) {
  const [isCopied, setCopied] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const leave = () => (isCopied ? onClose() : setLeaving(true))
  return (
    <Dialog
      isSmall
      staysOpenOnOutsideClick
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} for`}
      subject={name}
      description={description}
      onClose={leave}
      footer={
        <Button tone="secondary" onClick={leave}>
          Close
        </Button>
      }
    >
      <div role="status" className="grid gap-3" onCopy={() => setCopied(true)}>
        <p className="select-all break-all rounded-md border border-line p-3 font-mono text-sm">{secret}</p>
        <div>
          <CopyButton text={secret} what={`the ${what}`} tone="primary" onCopied={() => setCopied(true)} />
        </div>
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={`Close without copying the ${what}?`}
          question="It is not shown again. Without it you have to make a new one."
          action="Close anyway"
          cancel={`Back to the ${what}`}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}
