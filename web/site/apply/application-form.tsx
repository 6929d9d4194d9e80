import { useEffect, useRef } from 'react'
import type { ApplicationForm as ApplicationFields } from '../../../contract/application.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import { formatReference } from '../../../contract/reference.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import type { ApplicantField } from './applicant-fields.tsx'
import { ResumeField, UploadForm } from './upload-form.tsx'
import { RESUME_RULES, useApplicationForm } from './use-application-form.ts'

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
    <UploadForm
      name="Application"
      label="Submit Application"
      register={register}
      errors={errors}
      onSubmit={submit}
      isSubmitting={isSubmitting}
      progress={isSubmitting ? delivery.progress : 0}
      confirmation={isSent && <Confirmation id={delivery.id} />}
    >
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
      <ResumeField
        resume={resume}
        rules={RESUME_RULES}
        hint="PDF or Word document, up to 10 MB"
        isSubmitting={isSubmitting}
      />
    </UploadForm>
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
    <div className="grid justify-items-start gap-6">
      <Confirmation id={id} takesFocus />
      <Button onClick={onClose} className="max-sm:w-full">
        Close
      </Button>
    </div>
  )
}
