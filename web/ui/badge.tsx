import type { ReactNode } from 'react'

/** What a badge's colour means; the word inside says the same. */
export type BadgeTone = 'amber' | 'red' | 'green' | 'blue' | 'violet' | 'grey'

const TONES: Record<BadgeTone, string> = {
  amber: 'text-signal-amber',
  red: 'text-signal-red',
  green: 'text-signal-green',
  blue: 'text-signal-blue',
  violet: 'text-signal-violet',
  grey: 'text-signal-grey',
}

/** A state in one word, with a lamp in its colour. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`badge inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-current/40 bg-current/10 font-normal ${TONES[tone]}`}
    >
      <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      {/* A flex container has no first letter of its own. */}
      <span className="inline-block first-letter:uppercase">{children}</span>
    </span>
  )
}
