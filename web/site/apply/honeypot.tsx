import type { ComponentProps } from 'react'

/**
 * A honeypot for bots that fill in every field (`docs/decisions/0022`). It is off screen, not focusable and hidden from
 * screen readers, and opts out of password managers. Browsers that show text alone show it, so its label says what to do.
 */
export function Honeypot(input: Omit<ComponentProps<'input'>, 'className'>) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Leave this empty
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
