import type { Ref } from 'react'
import type { Control, FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { Job } from '../../../../contract/jobs/job.ts'
import type { JobFormValues } from './job-form-values.ts'

/** What the fields take. */
export type JobFormFieldsProps = {
  /** The posting that is edited. */
  job: Job | undefined
  register: UseFormRegister<JobFormValues>
  errors: FieldErrors<JobFormValues>
  titleRef: Ref<HTMLInputElement>
  control: Control<JobFormValues>
  setValue: UseFormSetValue<JobFormValues>
}
