import { Check, TriangleAlert } from 'lucide-react'
import { Spinner } from '../../../../ui/spinner.tsx'
import type { SaveState } from './use-autosave.ts'

/** Whether what was typed is saved, in words. */
export function SaveStateLine({ state }: { state: SaveState }) {
  return (
    <p role="status" className="flex items-center empty:hidden gap-1.5 text-ink-muted text-sm">
      {state === 'saving' && (
        <>
          <Spinner /> Saving…
        </>
      )}
      {state === 'saved' && (
        <>
          <Check aria-hidden="true" className="size-4 text-signal-green" /> Saved
        </>
      )}
      {(state === 'failed' || state === 'refused') && (
        <span className="flex items-center gap-1.5 font-semibold text-signal-red">
          <TriangleAlert aria-hidden="true" className="size-4" />
          {state === 'failed' ? 'Not saved, trying again' : 'Not saved'}
        </span>
      )}
    </p>
  )
}
