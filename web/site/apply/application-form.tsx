import { useEffect, useRef } from 'react'
import type { ApplicationForm as ApplicationFields } from '../../../contract/application.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import { formatReference } from '../../../contract/reference.ts'
import { APPLICATION_RESUME_KINDS } from '../../../contract/vocabulary.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { type ApplicantField, ApplicantFields } from './applicant-fields.tsx'
import { Honeypot } from './honeypot.tsx'
import { acceptOf } from './resume-file.ts'
import { SubmitRow } from './submit-row.tsx'
import { useApplicationForm } from './use-application-form.ts'

/** Every field beside the applicant's own and the honeypot. */
const TEXTS: Record<
  Exclude<keyof ApplicationFields, ApplicantField | 'website'>,
  { label: string; maxLength: number }
> = { note: { label: 'Note', maxLength: MAXIMUM.note } }

const TEXT_NAMES = Object.keys(TEXTS) as Array<keyof typeof TEXTS>

/** What the form takes. */
export type ApplicationFormProps = {
  /** Absent for a general application. */
  jobId?: number
  /** Closes the dialog around the form; the confirmation then replaces the fields. */
  onClose?: () => void
}

/** The application form of the page section and of the dialogs (`spec.md` sections 2 and 5). */
export function ApplicationForm({ jobId, onClose }: ApplicationFormProps) {
  const { register, errors, resume, delivery, submit } = useApplicationForm(jobId)
  const isSubmitting = delivery.status === 'sending'
  const isSent = delivery.status === 'sent'
  if (isSent && onClose) return <ClosingConfirmation id={delivery.id} onClose={onClose} />
  return (
    <form noValidate onSubmit={submit} aria-label="Application" className="grid gap-5">
      {/* Only disables its fields: the form itself has the accessible name. */}
      <fieldset role="presentation" disabled={isSubmitting} className="grid min-w-0 gap-5 sm:grid-cols-2">
        <ApplicantFields register={register} errors={errors} />
        <Honeypot {...register('website')} />
        {TEXT_NAMES.map((name) => (
          <TextAreaField
            key={name}
            {...TEXTS[name]}
            isOptional
            className="sm:col-span-2"
            error={errors[name]?.message}
            {...register(name)}
          />
        ))}
        <div className="min-w-0 sm:col-span-2">
          <FileField
            label="Resume"
            hint="PDF or Word document, up to 10 MB"
            accept={acceptOf(APPLICATION_RESUME_KINDS)}
            file={resume.file}
            error={resume.error}
            onChange={resume.choose}
            inputRef={resume.inputRef}
            disabled={isSubmitting}
          />
        </div>
      </fieldset>
      <SubmitRow
        label="Submit Application"
        isSubmitting={isSubmitting}
        progress={isSubmitting ? delivery.progress : 0}
      />
      {isSent && <Confirmation id={delivery.id} />}
    </form>
  )
}

/** Stays visible after the toast disappears. */
function Confirmation({ id, takesFocus = false }: { id: number; takesFocus?: boolean }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) words.current?.focus()
    else words.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  return (
    <p ref={words} tabIndex={-1} className="scroll-mb-40 border-signal-green border-l-4 pl-4 outline-none">
      Your application and resume are safely stored. Your reference is{' '}
      <span className="font-mono">{formatReference('APP', id)}</span>.
    </p>
  )
}

/** The confirmation that replaces the fields of a dialog. */
function ClosingConfirmation({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <div className="keeps-toasts-below grid justify-items-start gap-6">
      <Confirmation id={id} takesFocus />
      <Button onClick={onClose} className="max-sm:w-full">
        Close
      </Button>
    </div>
  )
}
