import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { FieldError } from './field.tsx'
import { formatFileSize } from './file-size.ts'
import { useShownError } from './use-shown-error.ts'

/** The chosen file lives with the form, so that it survives a failed submission. */
type FileFieldProps = {
  label: string
  isOptional?: boolean
  hint: string
  error: string | undefined
  /** Endings for the picker, for example `.pdf,.doc`. */
  accept: string
  file: File | null
  onChange: (file: File | null) => void
  disabled?: boolean
  /** Lets the form focus the picker. */
  inputRef?: RefObject<HTMLInputElement | null>
}

/** One file, by picker, keyboard or drag and drop; shows its name and size and can be removed. */
export function FileField(props: FileFieldProps) {
  const { label, isOptional = false, hint, error, accept, file, onChange, disabled = false } = props
  const id = useId()
  const ownRef = useRef<HTMLInputElement>(null)
  const inputRef = props.inputRef ?? ownRef
  const shown = useShownError<HTMLDivElement>(error)
  const [isOver, dropTarget] = useDrop(onChange, disabled)
  useEarlyChoice(inputRef, onChange)

  return (
    <div {...shown} className="grid grid-cols-1 content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-ink-muted">&nbsp;(optional)</span>}
      </label>
      <div
        {...dropTarget}
        data-over={isOver || undefined}
        className={`drop-zone ${error ? 'border-signal-red' : 'border-control'}`}
      >
        <input
          ref={inputRef}
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
          className="sr-only"
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            if (chosen) onChange(chosen)
            // Emptied so that choosing the same file again, after a removal, is a change.
            event.target.value = ''
          }}
        />
        <label htmlFor={id} className="flex min-h-14 min-w-0 flex-1 cursor-pointer items-center gap-3 px-4 py-3">
          {file ? <ChosenFile file={file} /> : <Invitation />}
        </label>
        {file && (
          <button
            type="button"
            disabled={disabled}
            aria-label={`Remove ${file.name}`}
            onClick={() => {
              onChange(null)
              inputRef.current?.focus()
            }}
            className="grid size-11 shrink-0 cursor-pointer place-items-center self-center rounded-md text-ink-muted hover:text-signal-red disabled:opacity-60"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-ink-muted text-sm">
        {hint}
      </p>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

function Invitation() {
  return (
    <>
      <Upload aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <span>
        <span className="font-semibold text-accent">Choose a file</span>
        <span className="text-ink-muted"> or drop it here</span>
      </span>
    </>
  )
}

function ChosenFile({ file }: { file: File }) {
  return (
    <>
      <FileText aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <span className="min-w-0">
        <FileName name={file.name} />
        <span className="block font-mono text-ink-muted text-sm">{formatFileSize(file.size)}</span>
      </span>
    </>
  )
}

/** Truncates a long file name in the middle, because its end distinguishes versions of a resume. */
function FileName({ name }: { name: string }) {
  const end = /.{0,4}\.\w{1,5}$/u.exec(name)?.[0] ?? ''
  return (
    <span className="flex whitespace-pre">
      <span className="overflow-hidden text-ellipsis">{name.slice(0, name.length - end.length)}</span>
      <span>{end}</span>
    </span>
  )
}

function useDrop(onDrop: (file: File) => void, disabled: boolean) {
  const [isOver, setIsOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(!disabled)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const [file] = event.dataTransfer.files
      if (file && !disabled) onDrop(file)
    },
  }
  return [isOver, handlers] as const
}

/** Takes over a file that was chosen in the server's markup before this component was alive. */
function useEarlyChoice(inputRef: RefObject<HTMLInputElement | null>, onChange: (file: File) => void) {
  const take = useRef(onChange)
  useEffect(() => {
    const early = inputRef.current?.files?.[0]
    if (early) take.current(early)
  }, [inputRef])
}
