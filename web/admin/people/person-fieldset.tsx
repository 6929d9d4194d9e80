import { type ReactNode, type RefObject, useId } from 'react'
import { ROLE_NAMES, ROLES } from '../../../contract/accounts/roles.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { FieldError, TextField } from '../../ui/form/field.tsx'
import { LAST_OWNER_NOTE, ROLE_HINTS } from './people-texts.ts'
import type { PersonFields } from './person-form.ts'
import { PostingsField } from './postings-field.tsx'

type PersonFieldsetProps = {
  fields: PersonFields
  /** What is wrong, by the path of the field. */
  faults: Readonly<Record<string, string>>
  postingFaults: ReadonlyMap<number, string>
  onChange: (part: Partial<PersonFields>) => void
  firstInput: RefObject<HTMLInputElement | null>
  /** Whether the person may have no name: one who has a username may. */
  isNameOptional?: boolean
  isEmailOptional?: boolean
  emailHint: string
  /** What stands below the address. */
  children?: ReactNode
  isLastOwner?: boolean
}

/** Name, address, role and postings of a person. */
export function PersonFieldset(props: PersonFieldsetProps) {
  const { fields, faults, onChange, firstInput, isNameOptional = false, isEmailOptional = true, emailHint } = props
  return (
    <>
      <TextField
        ref={firstInput}
        label="Name"
        isOptional={isNameOptional}
        autoComplete="off"
        maxLength={MAXIMUM.displayName}
        value={fields.displayName}
        error={faults.displayName}
        onChange={({ target }) => onChange({ displayName: target.value })}
      />
      <TextField
        label="Email address"
        type="email"
        isOptional={isEmailOptional}
        autoComplete="off"
        maxLength={MAXIMUM.email}
        hint={emailHint}
        value={fields.email}
        error={faults.email}
        onChange={({ target }) => onChange({ email: target.value })}
      />
      {props.children}
      <RoleField {...props} />
      {fields.role === 'hiring_manager' && (
        <PostingsField
          assignments={fields.assignments}
          fault={faults.assignments}
          faults={props.postingFaults}
          onChange={(assignments) => onChange({ assignments })}
        />
      )}
    </>
  )
}

function RoleField({ fields, faults, onChange, isLastOwner = false }: PersonFieldsetProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={faults.role ? `${name}-error` : undefined}>
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">Role</legend>
      {isLastOwner && <p className="mb-1 text-sm">{LAST_OWNER_NOTE}</p>}
      {ROLES.map((role) => (
        <label
          key={role}
          className="flex min-h-11 items-start gap-3 py-1.5 has-disabled:opacity-60 not-has-disabled:cursor-pointer"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={fields.role === role}
            disabled={isLastOwner && role !== 'owner'}
            onChange={() => onChange({ role })}
          />
          <span>
            {ROLE_NAMES[role]}
            <span className="block text-ink-muted text-sm">{ROLE_HINTS[role]}</span>
          </span>
        </label>
      ))}
      <FieldError id={`${name}-error`} message={faults.role} />
    </fieldset>
  )
}
