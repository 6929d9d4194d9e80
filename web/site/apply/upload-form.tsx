import type { FormEventHandler, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FileField } from '../../ui/form/file-field.tsx'
import { type ApplicantField, ApplicantFields, type ApplicantFieldsProps } from './applicant-fields.tsx'
import { Honeypot } from './honeypot.tsx'
import { acceptOf } from './resume-file.ts'
import { SubmitRow, type SubmitRowProps } from './submit-row.tsx'
import type { ResumeChoice, ResumeRules } from './use-resume-choice.ts'

/** What an upload form takes. */
export type UploadFormProps = SubmitRowProps & {
  /** Accessible name of the form. */
  name: string
  register: (name: ApplicantField | 'website') => UseFormRegisterReturn
  errors: ApplicantFieldsProps['errors']
  onSubmit: FormEventHandler
  /** The fields after those that identify the applicant. */
  children: ReactNode
  /** What a success shows below the button. */
  confirmation: ReactNode
}

/** The frame of both public forms: applicant, honeypot, the form's own fields, and the button. */
export function UploadForm({ name, register, errors, onSubmit, children, confirmation, ...row }: UploadFormProps) {
  return (
    <form noValidate onSubmit={onSubmit} aria-label={name} className="grid gap-5">
      {/* Only disables its fields: the form itself has the accessible name. */}
      <fieldset role="presentation" disabled={row.isSubmitting} className="grid min-w-0 gap-5 sm:grid-cols-2">
        <ApplicantFields register={register} errors={errors} />
        <Honeypot {...register('website')} />
        {children}
      </fieldset>
      <SubmitRow {...row} />
      {confirmation}
    </form>
  )
}

/** What the resume field takes. */
export type ResumeFieldProps = { resume: ResumeChoice; rules: ResumeRules; hint: string; isSubmitting: boolean }

/** The resume field of an upload form. */
export function ResumeField({ resume, rules, hint, isSubmitting }: ResumeFieldProps) {
  return (
    <div className="min-w-0 sm:col-span-2">
      <FileField
        label="Resume"
        isOptional={!rules.isRequired}
        hint={hint}
        accept={acceptOf(rules.kinds)}
        file={resume.file}
        error={resume.error}
        onChange={resume.choose}
        inputRef={resume.inputRef}
        disabled={isSubmitting}
      />
    </div>
  )
}
