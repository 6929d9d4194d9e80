import { useState } from 'react'
import type { Invitation } from '../../../contract/accounts/people.ts'
import { failureMessage } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { MadeLinkDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useRenewal } from './people-api.ts'
import { INVITATION_WORKS } from './people-texts.ts'

type RenewDialogProps = { invitation: Invitation; sendsMail: boolean; onClose: () => void }

/** Gives an invitation a new link, by mail or shown once. */
export function RenewDialog({ invitation, sendsMail, onClose }: RenewDialogProps) {
  const renewal = useRenewal(invitation)
  const [url, setUrl] = useState<string | null>(null)
  const { displayName, email } = invitation
  if (url) return <MadeLinkDialog works={INVITATION_WORKS} name={displayName} url={url} onClose={onClose} />
  const canMail = sendsMail && email !== null
  const renew = (byMail: boolean) =>
    renewal.mutate(byMail, {
      onSuccess: (made) => {
        setUrl(made.url)
        if (made.url) return
        toast({ title: 'New link is on its way', description: email ?? '' })
        onClose()
      },
    })
  return (
    <Dialog
      isSmall
      title="New link for"
      subject={displayName}
      description="The link of before ends at once. The new one works once, for 72 hours."
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" isUnavailable={renewal.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone={canMail ? 'secondary' : 'primary'}
            isBusy={renewal.isPending && !renewal.variables}
            isUnavailable={renewal.isPending}
            onClick={() => renew(false)}
          >
            Show the new link
          </Button>
          {canMail && (
            <Button
              isBusy={renewal.isPending && renewal.variables}
              isUnavailable={renewal.isPending}
              onClick={() => renew(true)}
            >
              Send it by mail
            </Button>
          )}
        </>
      }
    >
      {(renewal.error || canMail) && (
        <div className="grid gap-3">
          {renewal.error && (
            <p role="alert" className="border-signal-amber border-l-4 pl-4">
              {failureMessage(renewal.error)}
            </p>
          )}
          {canMail && (
            <p className="wrap-anywhere">
              A mail goes to <bdi>{email}</bdi>.
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
