import type { ComponentProps } from 'react'
import type { ApplicationForm } from '../../../contract/applications/application.ts'
import type { ResumeSection } from '../../../contract/applications/written-resume.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { TextAreaField, TextField } from '../../ui/form/field.tsx'
import type { ApplicantField } from './applicant-fields.tsx'

/** A field of the application form beside those of every public form. */
type TextName = Exclude<keyof ApplicationForm, ApplicantField | ResumeSection | 'website'>

const ADDRESSES: Record<Exclude<TextName, 'note'>, string> = {
  linkedinUrl: 'LinkedIn address',
  portfolioUrl: 'Portfolio address',
}

const ADDRESS_NAMES = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[]

/** What the fields take from the form. */
export type TextFieldsProps = {
  register: (name: TextName) => { name: string }
  errors: { [Name in TextName]?: { message?: string | undefined } | undefined }
}

/** What the applicant wants to add. */
export function NoteField({ register, errors }: TextFieldsProps) {
  return (
    <TextAreaField
      label="Note"
      maxLength={MAXIMUM.note}
      isOptional
      className="sm:col-span-2"
      error={errors.note?.message}
      {...register('note')}
    />
  )
}

/** Addresses of the applicant's profile and work, folded away until they are wanted. */
export function LinkFields({ register, errors, ...details }: TextFieldsProps & ComponentProps<'details'>) {
  return (
    <details aria-label="Links" className="sm:col-span-2" {...details}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        Add LinkedIn or portfolio
      </summary>
      <div className="mt-2 grid gap-3.5 sm:grid-cols-2 sm:gap-5">
        {ADDRESS_NAMES.map((name) => (
          <TextField
            key={name}
            // Not of the type `url`: a browser refuses an address without its scheme, as people write it.
            inputMode="url"
            autoCapitalize="none"
            label={ADDRESSES[name]}
            maxLength={MAXIMUM.webAddress}
            isOptional
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
      </div>
    </details>
  )
}
