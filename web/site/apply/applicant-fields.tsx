import type { ComponentProps } from 'react'
import type { applicantFields } from '../../../contract/applications/application.ts'
import { TextField } from '../../ui/form/field.tsx'

/** A field that identifies an applicant. */
export type ApplicantField = keyof typeof applicantFields

type FieldView = { label: string; type?: 'email' | 'tel'; autoComplete: string; className?: string }

/** Every such field, in the order of the screen (`spec.md` section 2). */
const FIELDS: Record<ApplicantField, FieldView> = {
  name: { label: 'Name', autoComplete: 'name', className: 'sm:col-span-2' },
  email: { label: 'Email', type: 'email', autoComplete: 'email' },
  phone: { label: 'Phone', type: 'tel', autoComplete: 'tel' },
}

const NAMES = Object.keys(FIELDS) as ApplicantField[]

/** Attributes with which a form registers a field of one line. */
export type InputRegistration = Omit<ComponentProps<'input'>, 'className'>

/** What the fields take from a form that has more than these. */
export type ApplicantFieldsProps = {
  register: (name: ApplicantField) => InputRegistration
  errors: { [Name in ApplicantField]?: { message?: string | undefined } | undefined }
}

/** The fields that identify an applicant, for every public form. */
export function ApplicantFields({ register, errors }: ApplicantFieldsProps) {
  return NAMES.map((name) => (
    <TextField key={name} {...FIELDS[name]} error={errors[name]?.message} {...register(name)} />
  ))
}
