import type { RefObject } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { Job } from '../../../contract/job.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import { JOB_TYPES } from '../../../contract/vocabulary.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/form/field.tsx'
import { FORM_STATUSES, JOB_LABELS, type JobFormValues } from './job-form-values.ts'

/** What the fields take. */
export type JobFormFieldsProps = {
  /** The posting that is edited. */
  job: Job | undefined
  register: UseFormRegister<JobFormValues>
  errors: FieldErrors<JobFormValues>
  titleRef: RefObject<HTMLInputElement | null>
}

const SWITCHED_OFF = 'This posting is switched off and stays so until it is activated in the list.'
const LIST_HINT = 'A line that starts with a dash becomes a list item.'

/** All fields of a posting (`spec.md` section 2). */
export function JobFormFields({ job, register, errors, titleRef }: JobFormFieldsProps) {
  const textOf = (name: keyof JobFormValues) => ({
    label: JOB_LABELS[name],
    error: errors[name]?.message,
    ...register(name),
  })
  const lineOf = (name: keyof JobFormValues) => ({ maxLength: MAXIMUM.jobLine, ...textOf(name) })
  const title = lineOf('title')
  const statuses = FORM_STATUSES.filter((status) => status !== 'Filled' || job?.status === 'filled')
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField
        className="md:col-span-2"
        {...title}
        ref={(field) => {
          title.ref(field)
          titleRef.current = field
        }}
      />
      <TextField {...lineOf('location')} />
      <TextField {...lineOf('department')} />
      <SelectField {...textOf('jobType')}>
        {JOB_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <SelectField hint={job?.status === 'active' && !job.isActive ? SWITCHED_OFF : undefined} {...textOf('status')}>
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <TextField isOptional className="md:col-span-2" {...lineOf('salaryRange')} />
      <TextField isOptional {...lineOf('internalJobCode')} />
      <TextField isOptional {...lineOf('projectCode')} />
      <div className="grid gap-5 md:col-span-2">
        <TextAreaField {...textOf('jobOverview')} />
        <TextAreaField isOptional {...textOf('description')} />
        <TextAreaField rows={6} hint={LIST_HINT} {...textOf('keyResponsibilities')} />
        <TextAreaField rows={6} {...textOf('requirements')} />
        <TextAreaField isOptional {...textOf('growthCultureFit')} />
        <TextAreaField isOptional {...textOf('benefitsPerks')} />
      </div>
    </div>
  )
}
