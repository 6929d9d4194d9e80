import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ServerSentence } from './server-sentence.tsx'
import { StorageCard } from './storage-card.tsx'
import type { Connection } from './use-connection-test.ts'

type ConnectionCardProps = {
  title: string
  connection: Connection
  /** What the button says. */
  action: string
  /** Items of a list. */
  children: ReactNode
}

/** A remote store: its connection, its benefits, and a test button. */
export function ConnectionCard({ title, connection, action, children }: ConnectionCardProps) {
  const { state, tone, isTesting, test } = connection
  return (
    <StorageCard title={title} state={{ word: state.word, tone }}>
      {/* Space for the usual message, so that the button does not move. */}
      <p className="measure min-h-[3lh] sm:min-h-[2lh]">
        <ServerSentence text={state.message} />
      </p>
      <ul className="measure grid list-disc gap-1 pl-5 text-ink-muted">{children}</ul>
      <div>
        <Button tone="secondary" reservesSpinner isBusy={isTesting} onClick={test}>
          {action}
        </Button>
      </div>
    </StorageCard>
  )
}
