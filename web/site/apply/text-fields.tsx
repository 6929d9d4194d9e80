import type { ComponentProps } from 'react'
import type { ApplicationForm } from '../../../contract/application.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import { TextAreaField } from '../../ui/form/field.tsx'
import type { ApplicantField } from './applicant-fields.tsx'

/** A field of the application form beside those of every public form. */
type TextName = Exclude<keyof ApplicationForm, ApplicantField | 'website'>

const TEXTS: Record<TextName, { label: string; maxLength: number }> = {
  note: { label: 'Note', maxLength: MAXIMUM.note },
}

const TEXT_NAMES = Object.keys(TEXTS) as TextName[]

/** What the fields take from the form. */
export type TextFieldsProps = {
  register: (name: TextName) => Omit<ComponentProps<'textarea'>, 'className'>
  errors: { [Name in TextName]?: { message?: string | undefined } | undefined }
}

/** The fields of the application form beside those of every public form. */
export function TextFields({ register, errors }: TextFieldsProps) {
  return TEXT_NAMES.map((name) => (
    <TextAreaField
      key={name}
      {...TEXTS[name]}
      isOptional
      className="sm:col-span-2"
      error={errors[name]?.message}
      {...register(name)}
    />
  ))
}
