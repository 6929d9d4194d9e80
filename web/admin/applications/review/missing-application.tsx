import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { Application } from '../../../../contract/applications/application.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { readUser } from '../../../api/auth-store.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { useKeepFocus } from '../../../ui/focus/keep-focus.ts'
import { detailsDrafts } from './saving/details-drafts.ts'

type MissingApplicationProps = {
  id: number
  /** Whether it was open in this tab before. */
  wasShown: boolean
  next: Application | undefined
  onOpen: (id: number) => void
}

/** Says that there is no such application, offers text that could not be saved for it any more, and leads on. */
export function MissingApplication({ id, wasShown, next, onOpen }: MissingApplicationProps) {
  const author = readUser()?.username
  const unsaved = useSyncExternalStore(detailsDrafts.subscribe, () => detailsDrafts.list(author))[id]?.draft.feedback
  const isDeleted = wasShown || unsaved !== undefined
  return (
    <section aria-labelledby="missing" className="review-missing grid content-start justify-items-start gap-4">
      <h1 id="missing" className="text-lg">
        {isDeleted ? 'This application was deleted.' : 'There is no such application.'}
      </h1>
      <p className="measure text-ink-muted text-sm">
        {isDeleted
          ? 'Another admin deleted it, or you did in another window.'
          : 'It was deleted, or the address is wrong.'}
      </p>
      {unsaved && <UnsavedFeedback text={unsaved} onDiscard={() => detailsDrafts.remove(id, author)} />}
      <div className="flex flex-wrap gap-3">
        {next && <Button onClick={() => onOpen(next.id)}>Review {next.name}</Button>}
        <Link href={PAGE.adminDashboard} className={buttonClass('secondary')}>
          Back to the dashboard
        </Link>
      </div>
    </section>
  )
}

function UnsavedFeedback({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  const part = useKeepFocus<HTMLDivElement>()
  return (
    <div ref={part} className="grid w-full justify-items-start gap-2">
      <p className="text-sm">Your feedback was not saved. Copy it if you need it:</p>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls takes the focus.
        tabIndex={0}
        className="wrap-anywhere measure max-h-48 w-full overflow-y-auto whitespace-pre-wrap border border-line bg-panel p-3 text-sm"
      >
        {text}
      </p>
      <div className="flex gap-3">
        <CopyButton text={text} what="feedback" />
        <Button tone="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
