import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LinkedIdentities } from '../../../contract/accounts/single-sign-on.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { linkedIdentitiesQuery, useLinking, useUnlinking } from './company-account-api.ts'

type Identity = LinkedIdentities['identities'][number]

/** The company accounts of the signed-in person, and linking one. */
export function CompanyAccountsDialog({ onClose }: { onClose: () => void }) {
  const { token } = useAuth()
  const linking = useLinking()
  const unlinking = useUnlinking()
  const [toUnlink, setToUnlink] = useState<Identity>()
  return (
    <Dialog
      onClose={onClose}
      title="Company account"
      description="Sign in here with the account of your company."
      footer={
        <Button tone="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Loaded
        query={useQuery(linkedIdentitiesQuery(token))}
        loading={<p role="status">Loading your company accounts...</p>}
        failure="Your company accounts could not be loaded."
      >
        {({ identities, provider }) => (
          <div className="grid justify-items-start gap-5">
            {identities.length === 0 && <p>No company account is linked yet.</p>}
            {identities.length > 0 && (
              <ul aria-label="Your company accounts" className="grid w-full divide-y divide-line border-line border-y">
                {identities.map((identity) => (
                  <Linked key={identity.id} identity={identity} onUnlink={() => setToUnlink(identity)} />
                ))}
              </ul>
            )}
            {provider && (
              <Button tone="secondary" isBusy={linking.isPending} onClick={() => linking.mutate()}>
                <span className="wrap-anywhere">
                  Link <bdi>{provider.name}</bdi>
                </span>
              </Button>
            )}
          </div>
        )}
      </Loaded>
      {toUnlink && (
        <ConfirmDialog
          title="Unlink this company account?"
          question={`${nameOf(toUnlink)} signs you in no more.`}
          action="Unlink"
          onConfirm={() => unlinking.mutate(toUnlink.id)}
          onClose={() => setToUnlink(undefined)}
        />
      )}
    </Dialog>
  )
}

function Linked({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) {
  const { createdAt, lastUsedAt, worksHere } = identity
  const used = lastUsedAt === null ? 'not used since' : `last used ${formatShortDayAndTime(lastUsedAt)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <bdi>{nameOf(identity)}</bdi> {!worksHere && <Badge tone="amber">does not work here</Badge>}
        </p>
        <p className="text-ink-muted text-sm">
          linked {formatShortDayAndTime(createdAt)} · {used}
        </p>
      </div>
      <Button tone="danger" aria-label={`Unlink ${nameOf(identity)}`} onClick={onUnlink}>
        Unlink
      </Button>
    </li>
  )
}

function nameOf({ email }: Identity): string {
  return email ?? 'Account without an address'
}
