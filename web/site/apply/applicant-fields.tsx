import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/form/field.tsx'

type ApplicantField = 'name' | 'email' | 'phone'

/** What the fields take from a form that has more than these. */
export type ApplicantFieldsProps = {
  register: (name: ApplicantField) => UseFormRegisterReturn
  errors: { [Name in ApplicantField]?: { message?: string | undefined } | undefined }
}

/** The fields by which an applicant is known, in every form that asks for them. */
export function ApplicantFields({ register, errors }: ApplicantFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        className="sm:col-span-2"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField label="Email" type="email" autoComplete="email" error={errors.email?.message} {...register('email')} />
      <TextField label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
    </>
  )
}
