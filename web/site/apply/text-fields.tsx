import type { ApplicationForm } from '../../../contract/application.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import type { ResumeSection } from '../../../contract/written-resume.ts'
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

/** The fields of the application form beside those of every public form. */
export function TextFields({ register, errors }: TextFieldsProps) {
  return (
    <>
      <TextAreaField
        label="Note"
        maxLength={MAXIMUM.note}
        isOptional
        className="sm:col-span-2"
        error={errors.note?.message}
        {...register('note')}
      />
      {ADDRESS_NAMES.map((name) => (
        <TextField
          key={name}
          type="url"
          label={ADDRESSES[name]}
          maxLength={MAXIMUM.webAddress}
          isOptional
          error={errors[name]?.message}
          {...register(name)}
        />
      ))}
    </>
  )
}
