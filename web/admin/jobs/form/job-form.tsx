import { Fragment, type Ref } from 'react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { JOB_TYPES } from '../../../../contract/jobs/job-terms.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { formStatusesFor } from '../job-state.ts'
import { JOB_FORM_FIELD_NAMES, JOB_FORM_FIELDS, type PlainField } from './job-form-fields.ts'
import type { JobFormFieldsProps } from './job-form-props.ts'
import { MoreFields } from './more-fields.tsx'
import { QuestionsField } from './questions-field.tsx'

/** Headings of the form, before the field that they begin with; the questions have their own. */
const GROUPS: Partial<Record<PlainField, string>> = { title: 'Posting', jobOverview: 'Texts' }

/** All fields of a posting (`spec.md` section 2). */
export function JobFormFields(props: JobFormFieldsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {JOB_FORM_FIELD_NAMES.map((name) => (
        <Fragment key={name}>
          {GROUPS[name] && <h3 className="-mb-2 text-base md:col-span-2">{GROUPS[name]}</h3>}
          <JobFormField name={name} {...props} />
        </Fragment>
      ))}
      <MoreFields {...props} />
    </div>
  )
}

function JobFormField({ name, ...form }: JobFormFieldsProps & { name: PlainField }) {
  const { job, register, errors, titleRef } = form
  const { label, control, isOptional, isWide, hint } = JOB_FORM_FIELDS[name]
  if (control === 'questions') return <QuestionsField label={label} control={form.control} />
  const { ref, ...input } = register(name)
  const field = { label, isOptional, error: errors[name]?.message, ...input }
  if (control === 'text') return <TextAreaField {...field} {...{ ref, hint }} className="md:col-span-2" />
  if (control === 'choice') {
    return (
      <SelectField {...field} ref={ref} hint={name === 'status' ? hintOf(job) : undefined}>
        {choicesOf(name, job).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
    )
  }
  return (
    <TextField
      {...field}
      ref={name === 'title' ? mergeRefs(ref, titleRef) : ref}
      maxLength={MAXIMUM.jobLine}
      className={isWide ? 'md:col-span-2' : undefined}
    />
  )
}

function choicesOf(name: PlainField, job: Job | undefined): readonly string[] {
  if (name === 'jobType') return JOB_TYPES
  return formStatusesFor(job?.status)
}

function hintOf(job: Job | undefined): string | undefined {
  const isInactive = job?.status === 'active' && !job.isActive
  return isInactive ? 'This posting is inactive until you activate it in the list.' : undefined
}

function mergeRefs(one: Ref<HTMLInputElement>, other: Ref<HTMLInputElement>) {
  return (element: HTMLInputElement | null) => {
    for (const ref of [one, other]) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
}
