import { useRef, useState } from 'react'
import { CHOSEN_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from '../../../contract/webhooks/webhook-events.ts'
import { WEBHOOK } from '../../../contract/webhooks/webhook-limits.ts'
import {
  type MadeWebhook,
  newWebhookSchema,
  WEBHOOK_FORMATS,
  type Webhook,
  type WebhookFormat,
} from '../../../contract/webhooks/webhooks.ts'
import { keysOf } from '../../../contract/wire/records.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { MadeSecretDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { FieldError, SelectField, TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useChangeWebhook, useMakeWebhook } from './webhooks-api.ts'

/** What its receiver verifies with, shown once. */
export function SecretDialog({ made, onClose }: { made: MadeWebhook & { secret: string }; onClose: () => void }) {
  return (
    <MadeSecretDialog
      what="secret"
      name={made.webhook.name}
      secret={made.secret}
      description="Copy it now into the receiver, which verifies each signature with it: it is not shown again."
      onClose={onClose}
    />
  )
}

/** Makes a webhook, and shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MadeWebhook & { secret: string }>()
  const making = useMakeWebhook()
  if (made) return <SecretDialog made={made} onClose={onClose} />
  const finish = ({ secret, webhook }: MadeWebhook) => {
    if (secret !== null) return setMade({ webhook, secret })
    toast({ title: 'Webhook made', description: webhook.name })
    onClose()
  }
  return (
    <WebhookForm
      title="New webhook"
      action="Make webhook"
      before={NEW}
      change={making}
      onSubmit={(fields, onError) => making.mutate(fields, { onSuccess: finish, onError })}
      onClose={onClose}
    />
  )
}

/** Changes a webhook. An address that is left empty stays: of a chat it is a secret. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const changing = useChangeWebhook()
  const { id, name, format, events, showsNames } = webhook
  return (
    <WebhookForm
      title="Change webhook"
      action="Save changes"
      before={{ name, format, events, showsNames, url: '' }}
      keptAddress={webhook.address}
      change={changing}
      onSubmit={({ url, format: _, ...fields }, onError) =>
        changing.mutate({ id, ...fields, ...(url !== KEPT && { url }) }, { onSuccess: onClose, onError })
      }
      onClose={onClose}
    />
  )
}

type Fields = { name: string; url: string; format: WebhookFormat; events: Webhook['events']; showsNames: boolean }
type Faults = Partial<Record<keyof Fields, string>>

const NEW: Fields = { name: '', url: '', format: 'standard', events: CHOSEN_WEBHOOK_EVENTS, showsNames: false }
/** In place of an address that stays. */
const KEPT = 'https://kept.invalid/'

type WebhookFormProps = {
  title: string
  action: string
  before: Fields
  keptAddress?: string
  change: { isPending: boolean; error: Error | null }
  onSubmit: (fields: Fields, onError: (error: Error) => void) => void
  onClose: () => void
}

function WebhookForm({ title, action, before, keptAddress, change, onSubmit, onClose }: WebhookFormProps) {
  const firstInput = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState(before)
  const [faults, setFaults] = useState<Faults>({})
  const set = (changes: Partial<Fields>) => setFields({ ...fields, ...changes })
  const submit = () => {
    const isKept = keptAddress !== undefined && fields.url === ''
    const parsed = newWebhookSchema.safeParse({ ...fields, ...(isKept && { url: KEPT }) })
    setFaults(faultsOf(parsed.error?.issues ?? []))
    if (parsed.success) onSubmit(parsed.data, (error) => error instanceof ApiError && setFaults(faultsOf(error.issues)))
  }
  const isRefused = change.error && !isSessionOver(change.error) && Object.keys(faults).length === 0
  return (
    <FormDialog
      title={title}
      description="Another system is told what happens here: event, time and numbers, never the name of an applicant unless you switch that on for a chat."
      formName={title}
      action={action}
      initialFocus={firstInput}
      failure={isRefused && change.error ? failureMessage(change.error) : null}
      isDirty={JSON.stringify(fields) !== JSON.stringify(before)}
      isBusy={change.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={firstInput}
        label="Name"
        maxLength={WEBHOOK.name}
        value={fields.name}
        error={faults.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      {keptAddress === undefined && (
        <SelectField
          label="What is told"
          value={fields.format}
          onChange={({ currentTarget }) => set({ format: currentTarget.value as WebhookFormat })}
        >
          {keysOf(WEBHOOK_FORMATS).map((format) => (
            <option key={format} value={format}>
              {WEBHOOK_FORMATS[format]}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Address"
        inputMode="url"
        isOptional={keptAddress !== undefined}
        hint={
          keptAddress === undefined
            ? 'Begins with https:// and is on the public internet.'
            : `Leave it empty to keep ${keptAddress}.`
        }
        maxLength={WEBHOOK.address}
        value={fields.url}
        error={faults.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
      />
      <Events chosen={fields.events} fault={faults.events} onChange={(events) => set({ events })} />
      {fields.format !== 'standard' && (
        <Tick
          isTicked={fields.showsNames}
          words="Show names of applicants in the chat"
          hint="Everybody in the channel reads them, and the chat keeps them when an application is erased here."
          onChange={(showsNames) => set({ showsNames })}
        />
      )}
    </FormDialog>
  )
}

type EventsProps = {
  chosen: Webhook['events']
  fault: string | undefined
  onChange: (chosen: Webhook['events']) => void
}

function Events({ chosen, fault, onChange }: EventsProps) {
  return (
    <fieldset aria-describedby={fault ? 'events-error' : undefined} className="grid">
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">When</legend>
      {CHOSEN_WEBHOOK_EVENTS.map((event) => (
        <Tick
          key={event}
          isTicked={chosen.includes(event)}
          words={WEBHOOK_EVENTS[event].when}
          onChange={(isTicked) =>
            onChange(CHOSEN_WEBHOOK_EVENTS.filter((each) => (each === event ? isTicked : chosen.includes(each))))
          }
        />
      ))}
      <FieldError id="events-error" message={fault} />
    </fieldset>
  )
}

type TickProps = { isTicked: boolean; words: string; hint?: string; onChange: (isTicked: boolean) => void }

function Tick({ isTicked, words, hint, onChange }: TickProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 md:min-h-8 md:py-1">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={isTicked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {words}
        {hint && <span className="block text-ink-muted text-sm">{hint}</span>}
      </span>
    </label>
  )
}

function faultsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]): Faults {
  return Object.fromEntries(
    issues.map(({ path, message }) => [Array.isArray(path) ? path[0] : path.split('.')[0], message]),
  )
}
