import { type ReactNode, useId } from 'react'

/** What a group of the settings takes. */
type SettingsGroupProps = { title: string; children: ReactNode }

/** Cards of the settings about one subject. */
export function SettingsGroup({ title, children }: SettingsGroupProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3">
      <h2 id={titleId} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** What a card of the settings takes. */
type SettingsCardProps = { title: string; note?: ReactNode; children: ReactNode }

/** What belongs together under one title, and is saved together. The titles of all cards share a column. */
export function SettingsCard({ title, note, children }: SettingsCardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-4 rounded-md border border-line bg-panel p-4 md:p-5 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={titleId} className="font-semibold text-base">
          {title}
        </h3>
        {note && <p className="measure mt-1 text-ink-muted text-sm">{note}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">{children}</div>
    </section>
  )
}
