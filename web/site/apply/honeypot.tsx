import type { UseFormRegisterReturn } from 'react-hook-form'

/**
 * A field for programs that fill in every field they find (`docs/decisions/0022`). It stands beside the screen, where
 * neither eyes, keyboards nor screen readers come, and managers of passwords and addresses are asked to leave it alone.
 */
export function Honeypot(input: UseFormRegisterReturn) {
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
