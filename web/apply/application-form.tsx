import { useEffect, useRef } from 'react'
import { MAXIMUM } from '../../contract/limits.ts'
import { APPLICATION_RESUME_KINDS } from '../../contract/vocabulary.ts'
import { TextAreaField, TextField } from '../ui/field.tsx'
import { FileField } from '../ui/file-field.tsx'
import { acceptOf } from './resume-file.ts'
import { SubmitRow } from './submit-row.tsx'
import { useApplicationForm } from './use-application-form.ts'

/** What the form takes; without a job id it makes a general application. */
export type ApplicationFormProps = { jobId?: number; onSubmitted?: () => void }

/** The application form of the page section and of the dialogs (`spec.md` sections 2 and 5). */
export function ApplicationForm({ jobId, onSubmitted }: ApplicationFormProps) {
  const { register, errors, resume, progress, isSubmitting, receipt, submit } = useApplicationForm(jobId, onSubmitted)
  return (
    <form noValidate onSubmit={submit} aria-label="Application" className="grid gap-5">
      <fieldset disabled={isSubmitting} className="grid min-w-0 gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          className="sm:col-span-2"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextField label="Phone" type="tel" autoComplete="tel" error={errors.phone?.message} {...register('phone')} />
        <TextAreaField
          label="Note"
          isOptional
          maxLength={MAXIMUM.note}
          className="sm:col-span-2"
          error={errors.note?.message}
          {...register('note')}
        />
        <div className="min-w-0 sm:col-span-2">
          <FileField
            label="Resume"
            hint="PDF or Word document, 10 MB at most"
            accept={acceptOf(APPLICATION_RESUME_KINDS)}
            file={resume.file}
            error={resume.error}
            onChange={resume.choose}
            inputRef={resume.inputRef}
          />
        </div>
      </fieldset>
      <SubmitRow label="Submit Application" isSubmitting={isSubmitting} progress={progress} />
      <Confirmation id={isSubmitting ? undefined : receipt?.id} />
    </form>
  )
}

/** Stays after the toast has gone, so that nobody has to wonder whether it was sent. */
function Confirmation({ id }: { id: number | undefined }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (id !== undefined) words.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  if (id === undefined) return null
  return (
    <p ref={words} className="border-signal-green border-l-4 pl-4">
      We have your application and your resume, safely stored. Your reference is{' '}
      <span className="font-mono">APP-{String(id).padStart(4, '0')}</span>.
    </p>
  )
}
