import type { ReactNode } from 'react'

/** What a badge's colour means; the word inside says the same. */
export type BadgeTone = 'amber' | 'red' | 'green' | 'blue' | 'violet' | 'grey'

const TONES: Record<BadgeTone, string> = {
  amber: 'text-signal-amber bg-signal-amber/10 border-signal-amber/40',
  red: 'text-signal-red bg-signal-red/10 border-signal-red/40',
  green: 'text-signal-green bg-signal-green/10 border-signal-green/40',
  blue: 'text-signal-blue bg-signal-blue/10 border-signal-blue/40',
  violet: 'text-signal-violet bg-signal-violet/10 border-signal-violet/40',
  grey: 'text-signal-grey bg-signal-grey/10 border-signal-grey/40',
}

/** A state in one word, with a lamp in its colour. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-0.5 font-mono font-normal text-sm ${TONES[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
