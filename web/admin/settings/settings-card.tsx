import { type ComponentProps, type ReactNode, useId } from 'react'
import { Loaded } from '../../layout/loaded.tsx'

/** What a section of the settings takes. */
type SettingsGroupProps = { title: string; children: ReactNode }

/** A section of the settings, about one subject. */
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

/** What a card of the settings takes; its content is read from the server. */
type SettingsCardProps<Data> = Omit<ComponentProps<typeof Loaded<Data>>, 'loading' | 'isInCard'> & {
  title: string
  note?: ReactNode
  loading?: ReactNode
}

/** What belongs together under one title, which is there also while its content cannot be read. */
export function SettingsCard<Data>({ title, note, loading = null, ...content }: SettingsCardProps<Data>) {
  return (
    <TitledCard title={title} note={note}>
      <Loaded {...content} loading={loading} isInCard />
    </TitledCard>
  )
}

/** The frame of a card of the settings. The titles of all cards share a column. */
export function TitledCard({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-cols-1 items-start gap-x-8 gap-y-4 rounded-md border border-line bg-panel p-4 md:p-5 xl:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h3 id={titleId} className="font-semibold text-base">
          {title}
        </h3>
        {note && <p className="measure mt-1 text-ink-muted text-sm">{note}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4 [&>[role=alert]]:p-0">{children}</div>
    </section>
  )
}
