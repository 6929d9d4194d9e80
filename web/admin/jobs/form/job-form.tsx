import { Fragment, useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Job } from '../../../../contract/jobs/job.ts'
import { JOB_TYPES } from '../../../../contract/jobs/job-terms.ts'
import { MAXIMUM } from '../../../../contract/wire/limits.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/form/field.tsx'
import { QuestionEditor } from '../../questions/question-editor.tsx'
import { formStatusesFor } from '../job-state.ts'
import { JOB_FORM_FIELD_NAMES, JOB_FORM_FIELDS, type PlainField } from './job-form-fields.ts'
import type { JobFormValues } from './job-form-values.ts'
import { MoreFields } from './more-fields.tsx'

/** Headings of the form, before the field that they begin with; the questions have their own. */
const GROUPS: Partial<Record<PlainField, string>> = { title: 'Posting', jobOverview: 'Texts' }

/** `job` is the posting that is edited. */
type JobFormFieldsProps = { job: Job | undefined }

/** All fields of a posting. */
export function JobFormFields({ job }: JobFormFieldsProps) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {JOB_FORM_FIELD_NAMES.map((name) => (
        <Fragment key={name}>
          {GROUPS[name] && <h3 className="-mb-2 text-base md:col-span-2">{GROUPS[name]}</h3>}
          <OneField name={name} job={job} />
        </Fragment>
      ))}
      <MoreFields job={job} />
    </div>
  )
}

function OneField({ name, job }: JobFormFieldsProps & { name: PlainField }) {
  const { register, formState } = useFormContext<JobFormValues>()
  const { label, control, isOptional, isWide, hint } = JOB_FORM_FIELDS[name]
  if (control === 'questions') return <QuestionsField label={label} />
  const { ref, ...input } = register(name)
  const field = { label, isOptional, error: formState.errors[name]?.message, ...input }
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
  return <TextField {...field} ref={ref} maxLength={MAXIMUM.jobLine} className={isWide ? 'md:col-span-2' : undefined} />
}

/** The questions, which the form holds as JSON. */
function QuestionsField({ label }: { label: string }) {
  const id = useId()
  const { field, fieldState } = useController<JobFormValues, 'questions'>({ name: 'questions' })
  return (
    <fieldset aria-describedby={`${id}-hint ${id}-error`} className="min-w-0 md:col-span-2">
      {/* Takes the focus when the form is sent with a fault in here. */}
      <legend ref={field.ref} tabIndex={-1}>
        <h3 className="text-base">
          {label}
          <span className="font-normal text-ink-muted text-sm"> (optional)</span>
        </h3>
      </legend>
      <p id={`${id}-hint`} className="mb-3 text-ink-muted text-sm">
        Up to 10, asked in the application form of this posting. Answers stay as they were given when you change them.
      </p>
      <QuestionEditor
        json={field.value}
        onChange={field.onChange}
        message={fieldState.error?.message}
        messageId={`${id}-error`}
      />
    </fieldset>
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
