import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

/** How loudly a control speaks: one `primary` in a group, `secondary` beside it, `quiet` for the rest, `danger` for what is lost. */
export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'

const BASE =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md border py-2 font-semibold no-underline transition-colors duration-150 not-aria-disabled:active:translate-y-px aria-busy:cursor-progress aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-60'

const TONES: Record<ButtonTone, string> = {
  primary:
    'border-accent bg-accent px-5 text-on-accent hover:border-accent-strong hover:bg-accent-strong active:bg-accent-strong',
  secondary:
    'border-control bg-panel px-5 text-ink not-aria-disabled:hover:border-accent not-aria-disabled:hover:text-accent active:bg-accent-wash',
  danger: 'border-signal-red bg-signal-red px-5 text-paper hover:[filter:brightness(1.1)] active:[filter:none]',
  quiet:
    'border-transparent bg-transparent px-2 text-accent hover:bg-accent-wash active:border-accent active:bg-accent-wash',
}

/** Classes of a button, for links that act as one. */
export function buttonClass(tone: ButtonTone = 'primary', extra = ''): string {
  return `${BASE} ${TONES[tone]} ${extra}`
}

/** What a button takes beside the native attributes. */
export type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  /** Shows a spinner and refuses clicks. */
  isBusy?: boolean
  /** Keeps room for the spinner, so that a button whose words stay the same does not grow. */
  holdsSpinner?: boolean
  /** Refuses clicks, as `disabled` does, and keeps the focus, which `disabled` takes away. */
  isUnavailable?: boolean
}

/** A native button in one of four tones; `type` is `button` unless said otherwise. */
export function Button(props: ButtonProps) {
  const { tone = 'primary', isBusy = false, isUnavailable = false, holdsSpinner = false, ...native } = props
  const { className, children, onClick, ...rest } = native
  const refuses = isBusy || isUnavailable
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(tone, className)}
      // Nor does a refused click send the form.
      onClick={refuses ? (event) => event.preventDefault() : onClick}
      aria-disabled={refuses || rest.disabled || undefined}
      aria-busy={isBusy || undefined}
    >
      {isBusy && !holdsSpinner && <Spinner />}
      {holdsSpinner ? <HeldRoom isBusy={isBusy}>{children}</HeldRoom> : children}
    </button>
  )
}

/** The room is beside the padding and as wide on both sides, so that the words stay in the middle. */
function HeldRoom({ isBusy, children }: Pick<ButtonProps, 'isBusy' | 'children'>) {
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
