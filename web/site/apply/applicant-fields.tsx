import type { ComponentProps } from 'react'
import {
  APPLICANT_FIELDS,
  LINK_FIELDS,
  type LinkField,
  type LongTextField,
  PERSON_FIELDS,
  type PersonField,
  TEXT_FIELDS,
} from '../../../contract/applications/applicant-fields.ts'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'

/** What fields take from a form that may have more than these. */
export type FieldsProps<Name extends string> = {
  /** Gives the attributes with which the form registers a field. */
  register: (name: Name) => Omit<ComponentProps<'input'> & ComponentProps<'textarea'>, 'className' | 'children'>
  errors: { [Field in Name]?: { message?: string | undefined } | undefined }
}

/** The fields that identify an applicant, for every public form. */
export function PersonFields({ register, errors }: FieldsProps<PersonField>) {
  return PERSON_FIELDS.map((name) => {
    const { label, autoComplete, ...more } = APPLICANT_FIELDS[name]
    return (
      <TextField
        key={name}
        label={label}
        autoComplete={autoComplete}
        type={'type' in more ? more.type : 'text'}
        className={'isWide' in more ? 'sm:col-span-2' : undefined}
        error={errors[name]?.message}
        {...register(name)}
      />
    )
  })
}

/** What the applicant wants to add. */
export function LongTextFields({ register, errors }: FieldsProps<LongTextField>) {
  return TEXT_FIELDS.map((name) => (
    <TextAreaField
      key={name}
      label={APPLICANT_FIELDS[name].label}
      maxLength={APPLICANT_FIELDS[name].maximum}
      isOptional
      className="sm:col-span-2"
      error={errors[name]?.message}
      {...register(name)}
    />
  ))
}

/** Such as `LinkedIn or portfolio`. */
const MENTIONED = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  LINK_FIELDS.map((name) => APPLICANT_FIELDS[name].mention),
)

/** Addresses of the applicant's profile and work, folded away until they are wanted. */
export function LinkFields({ register, errors, ...details }: FieldsProps<LinkField> & ComponentProps<'details'>) {
  return (
    <details aria-label="Links" className="sm:col-span-2" {...details}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        Add {MENTIONED}
      </summary>
      <div className="mt-2 grid gap-3.5 sm:grid-cols-2 sm:gap-5">
        {LINK_FIELDS.map((name) => (
          <TextField
            key={name}
            // Not of the type `url`: a browser refuses an address without its scheme, as people write it.
            inputMode="url"
            autoCapitalize="none"
            label={APPLICANT_FIELDS[name].label}
            maxLength={APPLICANT_FIELDS[name].maximum}
            isOptional
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
    </details>
  )
}
