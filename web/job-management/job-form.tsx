import type { RefObject } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { Job } from '../../contract/job.ts'
import { MAXIMUM } from '../../contract/limits.ts'
import { JOB_TYPES } from '../../contract/vocabulary.ts'
import { SelectField, TextAreaField, TextField } from '../ui/field.tsx'
import { FORM_STATUSES, type JobFormValues } from './job-form-values.ts'

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
  const lineOf = (name: keyof JobFormValues) => ({
    maxLength: MAXIMUM.jobLine,
    error: errors[name]?.message,
    ...register(name),
  })
  const title = lineOf('title')
  const textOf = (name: keyof JobFormValues) => ({ error: errors[name]?.message, ...register(name) })
  const statuses = FORM_STATUSES.filter((status) => status !== 'Filled' || job?.status === 'filled')
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField
        label="Job Title"
        className="md:col-span-2"
        {...title}
        ref={(field) => {
          title.ref(field)
          titleRef.current = field
        }}
      />
      <TextField label="Job Location" {...lineOf('location')} />
      <TextField label="Department" {...lineOf('department')} />
      <SelectField label="Job Type" {...textOf('jobType')}>
        {JOB_TYPES.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </SelectField>
      <SelectField
        label="Job Status"
        hint={job?.status === 'active' && !job.isActive ? SWITCHED_OFF : undefined}
        {...textOf('status')}
      >
        {statuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </SelectField>
      <TextField label="Salary Range" isOptional className="md:col-span-2" {...lineOf('salaryRange')} />
      <TextField label="Internal Job Code" isOptional {...lineOf('internalJobCode')} />
      <TextField label="Project Code" isOptional {...lineOf('projectCode')} />
      <div className="grid gap-5 md:col-span-2">
        <TextAreaField label="Job Overview" {...textOf('jobOverview')} />
        <TextAreaField label="Description" isOptional {...textOf('description')} />
        <TextAreaField label="Key Responsibilities" rows={6} hint={LIST_HINT} {...textOf('keyResponsibilities')} />
        <TextAreaField label="Requirements" rows={6} {...textOf('requirements')} />
        <TextAreaField label="Growth & Culture Fit" isOptional {...textOf('growthCultureFit')} />
        <TextAreaField label="Benefits & Perks" isOptional {...textOf('benefitsPerks')} />
      </div>
    </div>
  )
}
