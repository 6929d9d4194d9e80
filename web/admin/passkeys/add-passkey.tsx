import { type FormEvent, useState } from 'react'
import { PASSKEYS } from '../../../contract/accounts/passkey-limits.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { passkeyFailure } from './passkey-failure.ts'
import { hasPasskeys } from './passkey-support.ts'
import { addPasskey } from './passkeys-api.ts'
import { usePasskeyChange } from './use-passkey-change.ts'

/** Adds a passkey of this browser's device, under a name. @param props.hasAll whether the person has as many as there may be */
export function AddPasskey({ hasAll }: { hasAll: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState(nameThisDevice)
  const adding = usePasskeyChange(addPasskey, 'Passkey added', { isToldInPlace: true })
  if (!hasPasskeys()) return <p>This browser cannot make passkeys here. They need HTTPS and a host with a name.</p>
  if (hasAll) return <p>You have {PASSKEYS.most} passkeys, which is the most. Remove one to add another.</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (cleanLine(name) !== '') adding.mutate(name, { onSuccess: () => setOpen(false) })
  }
  if (!isOpen) {
    return (
      <div>
        <Button tone="secondary" onClick={() => setOpen(true)}>
          Add a passkey
        </Button>
      </div>
    )
  }
  return (
    <form noValidate aria-label="Add a passkey" onSubmit={submit} className="grid gap-3">
      <NameField
        autoFocus
        name={name}
        onChange={setName}
        hint="What you call the device, to tell your passkeys apart."
      />
      {adding.error && (
        <p role="alert" className="border-signal-amber border-l-4 pl-4">
          {passkeyFailure(adding.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" type="submit" isBusy={adding.isPending}>
          Add
        </Button>
        <Button tone="secondary" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type NameFieldProps = { name: string; onChange: (name: string) => void; hint?: string; autoFocus?: boolean }

/** What a passkey is called. */
export function NameField({ name, onChange, ...field }: NameFieldProps) {
  return (
    <TextField
      {...field}
      label="Name of the passkey"
      isStandalone
      autoComplete="off"
      maxLength={PASSKEYS.nameLength}
      value={name}
      error={cleanLine(name) === '' ? 'Name is required' : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** What browsers call their system, in the order in which it counts, and how people call such a device. */
const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/Mac OS X/, 'Mac'],
  [/Windows/, 'Windows PC'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux PC'],
]

/** A name for a passkey of this device, to be changed. */
function nameThisDevice(): string {
  return DEVICES.find(([system]) => system.test(navigator.userAgent))?.[1] ?? 'My device'
}
