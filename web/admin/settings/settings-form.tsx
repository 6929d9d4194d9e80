import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'

/** What was typed into a card of the settings and is not saved. */
type Change = { title: string; isBusy: boolean; save: () => void; discard: () => void }

type NoteChange = (id: string, change: Change | undefined) => void

const NoteChange = createContext<NoteChange>(() => {})

/** The form of a section of the settings: its cards are saved together, by one button that is always in view. */
export function SettingsForm({ children }: { children: ReactNode }) {
  const [noted, setNoted] = useState<ReadonlyMap<string, Change>>(new Map())
  const note = useCallback<NoteChange>(
    (id, change) =>
      setNoted((before) => {
        const others = [...before].filter(([other]) => other !== id)
        return new Map(change ? [...others, [id, change]] : others)
      }),
    [],
  )
  const changes = [...noted.values()]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    attemptToSend(event.currentTarget, () => {
      for (const { isBusy, save } of changes) if (!isBusy) save()
    })
  }
  return (
    // A field that the keyboard reaches is not under the bar.
    <form noValidate className="grid grid-cols-1 gap-3 [&_*]:scroll-mb-20" onSubmit={submit}>
      <NoteChange value={note}>{children}</NoteChange>
      <SaveBar changes={changes} />
    </form>
  )
}

/** Tells the form of the section about what is not saved in a card; undefined while nothing is. */
export function useChange(change: Change | undefined): void {
  const id = useId()
  const note = use(NoteChange)
  // After each rendering: what would be saved is what is typed by then.
  useEffect(() => note(id, change))
  useEffect(() => () => note(id, undefined), [id, note])
}

function SaveBar({ changes }: { changes: readonly Change[] }) {
  const save = useRef<HTMLButtonElement>(null)
  const isBusy = changes.some((change) => change.isBusy)
  const discard = () => {
    for (const change of changes) change.discard()
    save.current?.focus()
  }
  return (
    <div
      data-action-bar
      className="sticky bottom-2 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md border border-control bg-panel px-4 py-2 md:px-5"
    >
      <p role="status" className="min-w-0 text-sm wrap-anywhere">
        {changes.length === 0 ? (
          <span className="text-ink-muted">Everything here is saved.</span>
        ) : (
          `Not saved yet: ${changes.map(({ title }) => title).join(', ')}.`
        )}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {changes.length > 0 && (
          <Button tone="quiet" isUnavailable={isBusy} onClick={discard}>
            Discard changes
          </Button>
        )}
        <Button ref={save} type="submit" isBusy={isBusy} isUnavailable={changes.length === 0}>
          Save
        </Button>
      </div>
    </div>
  )
}
