import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Emphasis of a control. Only `primary` is filled: the next step, one on a page or in a dialog. `secondary` stands next to
 * it, `danger` deletes, `quiet` is for the rest.
 */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border py-2 font-semibold no-underline transition-colors duration-150 not-aria-disabled:active:translate-y-px aria-busy:cursor-progress aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-60 admin:font-normal dense:min-h-9 dense:py-1 dense:text-sm'

const TONES: Record<ButtonTone, string> = {
  primary:
    'border-accent bg-accent px-5 text-on-accent hover:border-accent-strong hover:bg-accent-strong active:bg-accent-strong',
  secondary:
    'border-control bg-panel px-5 text-ink not-aria-disabled:hover:border-accent not-aria-disabled:hover:text-accent active:bg-accent-wash aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent dense:px-3',
  danger:
    'border-signal-red bg-panel px-5 text-signal-red not-aria-disabled:hover:shadow-[inset_0_0_0_1px_var(--signal-red)] active:bg-line dense:px-3',
  quiet:
    'border-transparent bg-transparent px-2 text-accent hover:bg-accent-wash active:border-accent active:bg-accent-wash',
}

/** Classes of a button, for links that act as one. */
export function buttonClass(tone: ButtonTone = 'primary', extra = ''): string {
  return `${BASE} ${TONES[tone]} ${extra}`
}

/** What a button takes beside the HTML attributes. */
export type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean
  /** Reserves space for the spinner, so that the button does not grow. */
  reservesSpinner?: boolean
  /** Ignores clicks like `disabled`, but keeps the focus. */
  isUnavailable?: boolean
}

/** An HTML button in one of four tones; `type` defaults to `button`. */
export function Button(props: ButtonProps) {
  const { tone = 'primary', isBusy = false, isUnavailable = false, reservesSpinner = false, ...attributes } = props
  const { className, children, onClick, ...rest } = attributes
  const refuses = isBusy || isUnavailable
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(tone, className)}
      // An ignored click must not submit the form either.
      onClick={refuses ? (event) => event.preventDefault() : onClick}
      aria-disabled={refuses || rest.disabled || undefined}
      aria-busy={isBusy || undefined}
    >
      {isBusy && !reservesSpinner && <Spinner />}
      {reservesSpinner ? <ReservedRoom isBusy={isBusy}>{children}</ReservedRoom> : children}
    </button>
  )
}

/** The space is equal on both sides, so that the label stays centered. */
function ReservedRoom({ isBusy, children }: Pick<ButtonProps, 'isBusy' | 'children'>) {
  return (
    <span className="relative px-2">
      {isBusy && (
        <span className="absolute inset-y-0 -left-3.5 flex items-center">
          <Spinner />
        </span>
      )}
      {children}
    </span>
  )
}
