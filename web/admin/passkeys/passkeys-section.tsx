import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSKEYS } from '../../../contract/accounts/passkey-limits.ts'
import type { OwnPasskey } from '../../../contract/accounts/passkeys.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { AddPasskey, NameField } from './add-passkey.tsx'
import { ownPasskeysQuery, removePasskey, renamePasskey } from './passkeys-api.ts'
import { usePasskeyChange } from './use-passkey-change.ts'

/** The passkeys of the signed-in person, and adding one. */
export function PasskeysSection() {
  const { token } = useAuth()
  const [toRemove, setToRemove] = useState<OwnPasskey>()
  const removing = usePasskeyChange(removePasskey, 'Passkey removed')
  return (
    <section aria-label="Passkeys" className="grid gap-5">
      <p className="measure text-ink-muted">
        A passkey is kept by your phone, computer or security key, which asks for your finger, face or PIN. It signs you
        in without username and password, and on this site only.
      </p>
      <Loaded query={useQuery(ownPasskeysQuery(token))} loading={null} failure="Your passkeys could not be loaded.">
        {({ passkeys }) => (
          <>
            {passkeys.length > 0 && (
              <ul aria-label="Your passkeys" className="grid divide-y divide-line border-line border-y">
                {passkeys.map((passkey) => (
                  <Passkey key={passkey.id} passkey={passkey} onRemove={() => setToRemove(passkey)} />
                ))}
              </ul>
            )}
            <AddPasskey hasAll={passkeys.length >= PASSKEYS.most} />
          </>
        )}
      </Loaded>
      {toRemove && (
        <ConfirmDialog
          title="Remove this passkey?"
          question={`“${toRemove.name}” signs you in no more. Your device may still list it: remove it there too.`}
          action="Remove"
          onConfirm={() => removing.mutate(toRemove.id)}
          onClose={() => setToRemove(undefined)}
        />
      )}
    </section>
  )
}

function Passkey({ passkey, onRemove }: { passkey: OwnPasskey; onRemove: () => void }) {
  const [isRenaming, setRenaming] = useState<boolean>()
  const { name, createdAt, lastUsedAt, worksHere } = passkey
  if (isRenaming) return <Renaming passkey={passkey} onEnd={() => setRenaming(false)} />
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-48">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <bdi>{name}</bdi> {!worksHere && <Badge tone="amber">does not work here</Badge>}
        </p>
        <p className="text-ink-muted text-sm">
          {worksHere
            ? `added ${formatShortDayAndTime(createdAt)} · ${lastUsedAt === null ? 'not used yet' : `last used ${formatShortDayAndTime(lastUsedAt)}`}`
            : 'made when the site had another address'}
        </p>
      </div>
      <div className="flex gap-2">
        {/* The focus comes back from the form that stood here. */}
        <Button
          tone="quiet"
          aria-label={`Rename ${name}`}
          autoFocus={isRenaming === false}
          onClick={() => setRenaming(true)}
        >
          Rename
        </Button>
        <Button tone="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

function Renaming({ passkey, onEnd }: { passkey: OwnPasskey; onEnd: () => void }) {
  const [name, setName] = useState(passkey.name)
  const renaming = usePasskeyChange(renamePasskey, 'Passkey renamed')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cleanLine(name) !== '') renaming.mutate({ id: passkey.id, name }, { onSuccess: onEnd })
  }
  return (
    <li className="py-3">
      <form noValidate aria-label={`Rename ${passkey.name}`} onSubmit={submit} className="grid gap-3">
        <NameField name={name} onChange={setName} autoFocus />
        <div className="flex justify-end gap-2">
          <Button tone="secondary" onClick={onEnd}>
            Cancel
          </Button>
          <Button tone="secondary" type="submit" isBusy={renaming.isPending}>
            Save name
          </Button>
        </div>
      </form>
    </li>
  )
}
