import { useRef, useState } from 'react'
import { API_TOKEN } from '../../../contract/accounts/api-token-limits.ts'
import { type MadeApiToken, newApiTokenSchema } from '../../../contract/accounts/api-tokens.ts'
import { TOKEN_SCOPE_NAMES, TOKEN_SCOPES, type TokenScope } from '../../../contract/accounts/token-scopes.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { isSessionOver } from '../../session/end-session.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { MadeSecretDialog } from '../../ui/dialog/made-link-dialog.tsx'
import { FieldError, SelectField, TextField } from '../../ui/form/field.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { useMakeToken } from './api-tokens-api.ts'

/** Makes a token, and shows its secret once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MadeApiToken>()
  if (!made) return <TokenForm onMade={setMade} onClose={onClose} />
  return (
    <MadeSecretDialog
      what="token"
      name={made.token.name}
      secret={made.secret}
      description={`Copy it now and keep it where only the program reads it: it is not shown again. It works until ${formatDay(made.token.expiresAt)}.`}
      onClose={onClose}
    />
  )
}

const PERIODS = [7, 30, API_TOKEN.usualDays, 180, 365] as const

type Fields = { name: string; scopes: readonly TokenScope[]; days: number }
type Faults = Partial<Record<keyof Fields, string>>

const EMPTY: Fields = { name: '', scopes: ['read'], days: API_TOKEN.usualDays }

function TokenForm({ onMade, onClose }: { onMade: (made: MadeApiToken) => void; onClose: () => void }) {
  const firstInput = useRef<HTMLInputElement>(null)
  const [fields, setFields] = useState(EMPTY)
  const [faults, setFaults] = useState<Faults>({})
  const making = useMakeToken()
  const change = (changes: Partial<Fields>) => setFields({ ...fields, ...changes })
  const submit = () => {
    const parsed = newApiTokenSchema.safeParse(fields)
    setFaults(faultsOf(parsed.error?.issues ?? []))
    if (!parsed.success) return
    making.mutate(parsed.data, {
      onSuccess: onMade,
      onError: (error) => error instanceof ApiError && setFaults(faultsOf(error.issues)),
    })
  }
  const isRefused = making.error && !isSessionOver(making.error) && Object.keys(faults).length === 0
  return (
    <FormDialog
      isSmall
      title="New API token"
      description="A program sends it and acts as you, with your role, within what you tick here. It opens neither accounts nor settings."
      formName="New API token"
      action="Make token"
      initialFocus={firstInput}
      failure={isRefused ? failureMessage(making.error) : null}
      isDirty={fields !== EMPTY}
      isBusy={making.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={firstInput}
        label="Name"
        hint="What uses it, such as Payroll. The audit trail shows it beside your name."
        maxLength={API_TOKEN.name}
        value={fields.name}
        error={faults.name}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Scopes chosen={fields.scopes} fault={faults.scopes} onChange={(scopes) => change({ scopes })} />
      <SelectField
        label="Works for"
        className="w-52"
        value={fields.days}
        error={faults.days}
        onChange={({ currentTarget }) => change({ days: Number(currentTarget.value) })}
      >
        {PERIODS.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

type ScopesProps = {
  chosen: readonly TokenScope[]
  fault: string | undefined
  onChange: (chosen: readonly TokenScope[]) => void
}

function Scopes({ chosen, fault, onChange }: ScopesProps) {
  return (
    <fieldset aria-describedby={fault ? 'scopes-error' : undefined} className="grid gap-1">
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">It may</legend>
      {TOKEN_SCOPE_NAMES.map((scope) => (
        <label key={scope} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 md:min-h-9">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={chosen.includes(scope)}
            onChange={({ currentTarget }) =>
              onChange(
                TOKEN_SCOPE_NAMES.filter((each) => (each === scope ? currentTarget.checked : chosen.includes(each))),
              )
            }
          />
          <span>
            {TOKEN_SCOPES[scope].name}
            <span className="block text-ink-muted text-sm">{TOKEN_SCOPES[scope].does}</span>
          </span>
        </label>
      ))}
      <FieldError id="scopes-error" message={fault} />
    </fieldset>
  )
}

function faultsOf(issues: readonly { path: PropertyKey[] | string; message: string }[]): Faults {
  return Object.fromEntries(
    issues.map(({ path, message }) => [Array.isArray(path) ? path[0] : path.split('.')[0], message]),
  )
}
