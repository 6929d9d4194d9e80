import { type FormEvent, useId, useState } from 'react'
import {
  changedRetentionSchema,
  type Retention,
  type RetentionRule,
} from '../../../contract/personal-data/retention-rules.ts'
import { keysOf } from '../../../contract/wire/records.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { useRetentionChange } from './personal-data-api.ts'
import { periodsOf, RULE_NAMES, typedOf } from './retention-texts.ts'

/** How many days applications are kept, by what became of them. */
export function PeriodsForm({ retention: { rules, version } }: { retention: Retention }) {
  const noteId = useId()
  const saving = useRetentionChange()
  const [typed, setTyped] = useState(typedOf(rules))
  const [faults, setFaults] = useState<Partial<Record<RetentionRule, string>>>({})
  const stored = typedOf(rules)
  const isChanged = keysOf(typed).some((rule) => typed[rule] !== stored[rule])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = changedRetentionSchema.shape.rules.safeParse(periodsOf(typed))
    attemptToSend(event.currentTarget, () =>
      setFaults(Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [path[0], message]))),
    )
    if (parsed.success && !saving.isPending) saving.mutate({ kind: 'rules', rules: periodsOf(typed), version })
  }
  return (
    <form noValidate aria-label="How long applications are kept" className="grid grid-cols-1 gap-5" onSubmit={submit}>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-3">
        {keysOf(RULE_NAMES).map((rule) => (
          <TextField
            key={rule}
            label={`${RULE_NAMES[rule].label}, in days`}
            isStandalone
            inputMode="numeric"
            autoComplete="off"
            placeholder="Kept"
            hint={RULE_NAMES[rule].hint}
            error={faults[rule]}
            value={typed[rule]}
            onChange={({ currentTarget: { value } }) => {
              setTyped({ ...typed, [rule]: value })
              setFaults({ ...faults, [rule]: undefined })
            }}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          tone="secondary"
          isBusy={saving.isPending}
          isUnavailable={!isChanged}
          aria-describedby={noteId}
        >
          Save periods
        </Button>
        <p id={noteId} className="measure text-ink-muted text-sm">
          Leave a field empty to keep these applications.
          {rules.isOn && ' A changed period switches the rules off until you have seen whom it concerns.'}
        </p>
      </div>
    </form>
  )
}
