import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useEscape } from '../escape.ts'
import { focusFallback } from '../focus/keep-focus.ts'
import { enterHistory } from './dialog-history.ts'

type FrameProps = {
  onClose: () => void
  /** A click outside the dialog does not close it. */
  staysOpenOnOutsideClick?: boolean | undefined
  /** As high as its content, also on narrow screens. */
  isSmall?: boolean
  /** Takes the width of two columns where the screen has it. */
  isWide?: boolean
  /** Stands at the top of the screen, where it grows downwards. */
  isAtTop?: boolean
  /** Element with the initial focus; by default the first field of its form, and without a form the close button. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** The browser's Back button closes the dialog instead of leaving the page. */
  closesOnBack?: boolean
  /** With a title and a description for those who cannot see it. */
  children: ReactNode
}

type DialogProps = Omit<FrameProps, 'isAtTop' | 'children'> & {
  title: string
  /** Name of a posting or person that ends the title, in its own direction. */
  subject?: string | undefined
  /** Shows all of a long title: for a dialog whose action nobody can undo. */
  namesInFull?: boolean
  /** One line under the title that says what the dialog is for. */
  description: ReactNode
  /** The scrolling content; a question has none beside its description. */
  children?: ReactNode
  /** Buttons that stay in view below the scrolling content. */
  footer?: ReactNode
}

/** A field of a form that the keyboard reaches. */
const FIELD = 'form :is(input:not([type=hidden]), select, textarea):not(:disabled, [tabindex="-1"])'

let lastOpener: HTMLElement | null = null

/** A modal dialog, open while rendered: traps focus, closes on Escape, returns focus to its opener. */
export function Dialog({ title, subject, namesInFull = false, description, children, footer, ...frame }: DialogProps) {
  const name = [title, subject].filter(Boolean).join(' ')
  return (
    <DialogFrame {...frame}>
      <header
        className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 py-4 md:px-7 ${children ? 'border-line border-b' : ''}`}
      >
        <Radix.Title className={`wrap-anywhere text-lg text-balance ${namesInFull ? '' : 'max-md:line-clamp-3'}`}>
          {subject === undefined ? <bdi>{title}</bdi> : title} {subject && <bdi>{subject}</bdi>}
        </Radix.Title>
        <CloseButton />
        <Radix.Description asChild>
          <div
            className={`wrap-anywhere col-span-2 text-pretty text-ink-muted text-sm ${frame.isSmall ? 'mt-2' : 'mt-1'}`}
          >
            {description}
          </div>
        </Radix.Description>
      </header>
      {children && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long content must scroll by keyboard too.
        <section aria-label={name} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-6 md:px-7">
          {children}
        </section>
      )}
      {footer && (
        <footer data-action-bar className="flex flex-wrap justify-end gap-3 border-line border-t px-5 py-4 md:px-7">
          {footer}
        </footer>
      )}
    </DialogFrame>
  )
}

/** Closes the dialog that it stands in. */
export function CloseButton() {
  return (
    <Radix.Close
      aria-label="Close dialog"
      className="-my-2 -mr-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-ink-muted hover:text-ink"
    >
      <X aria-hidden="true" className="size-5" />
    </Radix.Close>
  )
}

/** A modal dialog without a content of its own: {@link Dialog} is the usual one. */
export function DialogFrame(props: FrameProps) {
  const { onClose, staysOpenOnOutsideClick, isSmall = false, isWide = false, isAtTop = false, children } = props
  const { initialFocus, closesOnBack = false } = props
  const opener = useRef<HTMLElement | null>(null)
  useNoteOpen(onClose, closesOnBack)
  return (
    <Radix.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Radix.Portal>
        {/* Not Radix's own overlay, which injects a style element that the content security policy refuses. */}
        <div className="dialog-backdrop" data-top={isAtTop || undefined}>
          <Radix.Content
            className="dialog"
            data-small={isSmall || undefined}
            data-wide={isWide || undefined}
            onOpenAutoFocus={(event) => {
              opener.current = findOpener()
              const first = initialFocus?.current ?? (event.target as HTMLElement).querySelector<HTMLElement>(FIELD)
              if (!first) return
              event.preventDefault()
              first.focus()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              returnFocus(opener.current)
            }}
            onInteractOutside={(event) => {
              if (staysOpenOnOutsideClick) event.preventDefault()
            }}
          >
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  )
}

function useNoteOpen(onClose: () => void, closesOnBack: boolean) {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEscape(true, onClose)
  useEffect(() => (closesOnBack ? enterHistory(() => latest.current()) : undefined), [closesOnBack])
  // Only a page that scrolls has a bar that the dialog takes away.
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    document.documentElement.toggleAttribute('data-scrolls', scrollHeight > clientHeight)
  }, [])
}

/** The element with the focus when the dialog opened; outside a dialog it is also the last opener. */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  if (!focused.closest('[role=dialog]')) lastOpener = focused
  return focused
}

/**
 * Returns the focus to the opener; if that is gone with its dialog, to the first dialog's; otherwise to its fallback. A
 * focus that has already moved elsewhere stays there.
 */
function returnFocus(opener: HTMLElement | null) {
  if (document.activeElement?.matches('body, main, [role=dialog]') === false) return
  const target = opener?.isConnected ? opener : opener && lastOpener
  target?.focus()
  focusFallback()
}
