import type { FormEventHandler, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { PersonField } from '../../../contract/applications/applicant-fields.ts'
import { describeKinds } from '../../../contract/applications/resume-kinds.ts'
import { FileField } from '../../ui/form/file-field.tsx'
import { type FieldsProps, PersonFields } from './applicant-fields.tsx'
import { DataNotice } from './data-notice.tsx'
import { Honeypot } from './honeypot.tsx'
import { acceptOf } from './resume-file.ts'
import { type SendingFailed, SendingFailure } from './sending-failure.tsx'
import { SubmitRow, type SubmitRowProps } from './submit-row.tsx'
import type { ResumeChoice, ResumeRules } from './use-resume-choice.ts'

type UploadFormProps = Omit<SubmitRowProps, 'isSecondary'> & {
  /** Accessible name of the form. */
  name: string
  register: (name: PersonField | 'website') => UseFormRegisterReturn
  errors: FieldsProps<PersonField>['errors']
  onSubmit: FormEventHandler
  /** The fields after those that identify the applicant. */
  children: ReactNode
  /** Why the last attempt failed; null unless it did. */
  failure: SendingFailed | null
  /** What a success shows below the button, where it leaves the fields. */
  confirmation?: ReactNode
}

/** The frame of both public forms: applicant, honeypot, the form's own fields, and the button. */
export function UploadForm(props: UploadFormProps) {
  const { name, register, errors, onSubmit, children, failure, confirmation, ...row } = props
  return (
    <form noValidate onSubmit={onSubmit} aria-label={name} className="grid gap-3.5 sm:gap-5">
      {/* Only disables its fields: the form itself has the accessible name. */}
      <fieldset
        role="presentation"
        disabled={row.isSubmitting}
        className="grid min-w-0 gap-3.5 sm:grid-cols-2 sm:gap-5"
      >
        <PersonFields register={register} errors={errors} />
        <Honeypot {...register('website')} />
        {children}
      </fieldset>
      {failure && <SendingFailure {...failure} />}
      <DataNotice />
      <SubmitRow {...row} isSecondary={failure?.canRetry === true} />
      {confirmation}
    </form>
  )
}

type ResumeFieldProps = {
  resume: ResumeChoice
  rules: ResumeRules
  isSubmitting: boolean
  /** Name of the file that a reload has lost; null when nothing was chosen before. */
  lostFile?: string | null
  /** What stands in for a file. */
  children?: ReactNode
}

/** The resume field of an upload form. */
export function ResumeField({ resume, rules, isSubmitting, lostFile = null, children }: ResumeFieldProps) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3 sm:col-span-2">
      <p role="status" className={lostFile === null ? 'sr-only' : 'border-signal-amber border-l-4 pl-4 wrap-anywhere'}>
        {lostFile !== null &&
          `Your text is still here. Please choose your resume again (${lostFile}): a reload does not keep files.`}
      </p>
      <FileField
        label="Resume"
        isOptional={!rules.isRequired}
        hint={describeKinds(rules.kinds)}
        accept={acceptOf(rules.kinds)}
        file={resume.file}
        error={resume.error}
        onChange={resume.choose}
        inputRef={resume.inputRef}
        disabled={isSubmitting}
      />
      {children}
    </div>
  )
}
