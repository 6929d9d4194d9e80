import { Minus, Plus } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'

/** Zoom relative to the width of the column. */
const ZOOM = { least: 0.5, most: 3, step: 0.25 } as const

/** Class of a control over the resume. */
export const TOOL = 'review-control shrink-0'

/** Makes the pages wider and narrower, and fits them to the column again. */
export function Zoom({ zoom, onChange }: { zoom: number; onChange: (zoom: number) => void }) {
  const to = (next: number) => onChange(Math.min(ZOOM.most, Math.max(ZOOM.least, next)))
  return (
    <span className="flex items-center">
      <Button tone="quiet" className={TOOL} aria-label="Zoom out" onClick={() => to(zoom - ZOOM.step)}>
        <Minus aria-hidden="true" className="size-4" />
      </Button>
      <Button
        tone="quiet"
        className={`${TOOL} font-mono tabular-nums`}
        aria-label={`Fit width, now ${percent(zoom)}`}
        onClick={() => to(1)}
      >
        {percent(zoom)}
      </Button>
      <Button tone="quiet" className={TOOL} aria-label="Zoom in" onClick={() => to(zoom + ZOOM.step)}>
        <Plus aria-hidden="true" className="size-4" />
      </Button>
    </span>
  )
}

function percent(zoom: number): string {
  return `${Math.round(zoom * 100)} %`
}

type TextSwitchProps = { showsText: boolean; onChange: (showsText: boolean) => void }

/** Text instead of the drawn pages. */
export function TextSwitch({ showsText, onChange }: TextSwitchProps) {
  return (
    <Button
      tone="secondary"
      // On a phone, where the zoom beside it comes and goes, it keeps its position.
      className={`${TOOL} max-md:ml-auto`}
      aria-pressed={showsText}
      onClick={() => onChange(!showsText)}
    >
      Text
    </Button>
  )
}
