import type { ComponentProps, ReactNode } from 'react'
import { useId } from 'react'
import { useShownError } from './use-shown-error.ts'

/** Ids and states that tie a control to its label, hint and error. */
type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** What every field shows around its control. */
type FieldProps = {
  /** Given where a link leads to the control. */
  id?: string | undefined
  label: string
  /** Optional fields are marked in their label. */
  isOptional?: boolean | undefined
  /** Outside a submitted form: neither required nor marked optional. */
  isStandalone?: boolean | undefined
  /** In a row of controls the label stands before its control, on a phone inside it; or it is only read out. */
  labelPlace?: 'above' | 'before' | 'hidden' | undefined
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error, tied together for assistive technology. */
function Field(props: FieldProps) {
  const { label, isOptional = false, isStandalone = false, labelPlace = 'above', ...rest } = props
  const { hint, error, className = '', children } = rest
  const ownId = useId()
  const id = props.id ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const shown = useShownError<HTMLDivElement>(error)
  const descriptions = [hint && hintId, error && errorId].filter(Boolean).join(' ')
  return (
    <div {...shown} className={`${FIELDS[labelPlace]} ${className}`}>
      <label htmlFor={id} className={LABELS[labelPlace]}>
        {label}
        {isOptional && <span className="font-normal text-ink-muted">&nbsp;(optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': descriptions || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isOptional || isStandalone ? undefined : true,
      })}
      {hint && (
        <p id={hintId} className="text-ink-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

const FIELDS = {
  above: 'grid grid-cols-1 content-start gap-1.5 dense:gap-1',
  before: 'relative md:flex md:items-center md:gap-2 max-md:[&>select]:pt-4 max-md:[&>select]:pb-0',
  hidden: 'grid content-end',
} as const

const LABELS = {
  above: 'font-semibold max-md:leading-snug admin:font-normal admin:text-ink-muted admin:text-sm',
  before: 'whitespace-nowrap text-ink-muted text-sm max-md:absolute max-md:top-0.5 max-md:left-3 max-md:text-[0.75rem]',
  hidden: 'sr-only',
} as const

/** The error below a field; announced when it appears. */
export function FieldError({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <p id={id} role="alert" className="font-semibold text-signal-red text-sm">
      {message}
    </p>
  )
}

const CONTROL =
  'w-full rounded-md border border-control bg-panel px-3 py-2.5 text-base text-ink transition-colors duration-150 hover:border-ink-muted disabled:opacity-60 aria-invalid:border-signal-red dense:py-1.5'

/** HTML attributes of a text field, and what surrounds it. */
type TextFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, 'id' | 'className'>

/** One line of text. */
export function TextField({
  id,
  label,
  isOptional,
  isStandalone,
  labelPlace,
  hint,
  error,
  className,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ id, label, isOptional, isStandalone, labelPlace, hint, error, className }}>
      {(control) => <input type="text" dir="auto" {...input} {...control} className={`${CONTROL} h-11 dense:h-9`} />}
    </Field>
  )
}

/** HTML attributes of a long text, and what surrounds it. */
type TextAreaFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

/** Several lines of text: a box that grows with them, from 4 lines, on a phone 3, to 16. */
export function TextAreaField({
  id,
  label,
  isOptional,
  isStandalone,
  hint,
  error,
  className,
  ...area
}: TextAreaFieldProps) {
  return (
    <Field {...{ id, label, isOptional, isStandalone, hint, error, className }}>
      {(control) => <textarea rows={4} dir="auto" {...area} {...control} className={`${CONTROL} text-box`} />}
    </Field>
  )
}

/** HTML attributes of a choice, and what surrounds it; its options are the children. */
type SelectFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** One of a few. The browser's own control: see docs/decisions/0002. */
export function SelectField({
  label,
  isOptional,
  isStandalone,
  labelPlace,
  hint,
  error,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, isOptional, isStandalone, labelPlace, hint, error, className }}>
      {(control) => <select {...select} {...control} className={`${CONTROL} h-11 dense:h-9`} />}
    </Field>
  )
}
