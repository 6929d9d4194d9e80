import type { InputRegistration } from './applicant-fields.tsx'

/**
 * A honeypot for bots that fill in every field (`docs/decisions/0022`). It is off screen, not focusable and hidden from
 * screen readers, and opts out of password managers.
 */
export function Honeypot(input: InputRegistration) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          {...input}
        />
      </label>
    </div>
  )
}
