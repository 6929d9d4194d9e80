import { type ReactNode, useId } from 'react'

/** What a card of the settings takes. */
type SettingsCardProps = {
  title: string
  note?: ReactNode
  isNoteWide?: boolean
  className?: string
  children: ReactNode
}

/** A group of settings under its title. */
export function SettingsCard({ title, note, isNoteWide = false, className = '', children }: SettingsCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={`grid content-start gap-4 rounded-md border border-line bg-panel p-4 md:p-5 ${className}`}
    >
      <div>
        <h2 id={titleId} className="text-lg">
          {title}
        </h2>
        {note && <p className={`mt-1 text-ink-muted text-sm ${isNoteWide ? '' : 'measure'}`}>{note}</p>}
      </div>
      {children}
    </section>
  )
}
