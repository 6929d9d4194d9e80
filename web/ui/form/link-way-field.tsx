import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type LinkWayFieldProps = {
  sendsMail: boolean
  byMail: boolean
  fault: string | undefined
  onChange: (byMail: boolean) => void
}

/** How a link reaches a person: by mail, or shown once to be passed on. */
export function LinkWayField({ sendsMail, byMail, fault, onChange }: LinkWayFieldProps) {
  const name = useId()
  if (!sendsMail) {
    return (
      <p className="text-ink-muted text-sm">
        This site has no mail server: you get a link, shown once, and pass it on yourself.
      </p>
    )
  }
  const choice = (value: boolean, words: ReactNode) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
      <input
        type="radio"
        name={name}
        className="size-4 shrink-0 accent-accent"
        checked={byMail === value}
        onChange={() => onChange(value)}
      />
      {words}
    </label>
  )
  return (
    <fieldset aria-describedby={fault ? `${name}-error` : undefined}>
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">Link</legend>
      {choice(true, 'Send it by mail')}
      {choice(false, 'Show it to me once, I pass it on myself')}
      <FieldError id={`${name}-error`} message={fault} />
    </fieldset>
  )
}
