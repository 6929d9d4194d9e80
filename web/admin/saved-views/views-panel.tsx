import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { Link } from 'wouter'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import type { SavedView } from '../../../contract/team/saved-views.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { ListView } from '../applications/list-view.ts'
import { savedViewsQuery } from './saved-views-api.ts'
import { addressOfView, missingWords, ownerWords } from './view-texts.ts'

type ViewsPanelProps = {
  id: string
  view: ListView
  /** The view that is on. */
  on: SavedView | undefined
  isChanged: boolean
  isSaving: boolean
  onSave: (view: SavedView) => void
  onAsk: (dialog: 'new' | 'edit' | 'delete') => void
  onOpen: () => void
}

/** The view that is on, all others, and what makes a new one. */
export function ViewsPanel({ id, view, on, onOpen, ...props }: ViewsPanelProps) {
  const { token } = useAuth()
  const query = useQuery({ ...savedViewsQuery(token), refetchOnMount: 'always' })
  const titleId = `${id}-title`
  return (
    <section id={id} aria-labelledby={titleId} className="views-panel">
      <header className="border-line border-b px-4 py-2">
        <h3 id={titleId} className="wrap-anywhere text-base">
          <bdi>{on?.name ?? 'Saved views'}</bdi>
        </h3>
        {on ? <Current {...props} on={on} onOpen={onOpen} /> : <NoView isGone={view.saved !== '' && query.isSuccess} />}
      </header>
      <Loaded
        query={query}
        isInCard
        loading={<p className="px-4 py-3 text-sm">Loading views...</p>}
        failure="Your views could not be loaded."
      >
        {(views) =>
          views.length > 0 && (
            <div className="views-scroll">
              <Views title="Your views" views={views.filter(({ isOwn }) => isOwn)} on={on} onOpen={onOpen} />
              <Views title="Shared by colleagues" views={views.filter(({ isOwn }) => !isOwn)} on={on} onOpen={onOpen} />
            </div>
          )
        }
      </Loaded>
      <footer className="px-4 py-1">
        <Button tone="quiet" className="-ml-2 text-sm!" onClick={() => props.onAsk('new')}>
          Save this list as a view
        </Button>
      </footer>
    </section>
  )
}

type CurrentProps = Pick<ViewsPanelProps, 'isChanged' | 'isSaving' | 'onSave' | 'onAsk' | 'onOpen'> & { on: SavedView }

function Current({ on, isChanged, isSaving, onSave, onAsk, onOpen }: CurrentProps) {
  const missing = missingWords(on)
  const sharing = useMay()(APPLICATIONS.shareViews)
  return (
    <>
      <p className="wrap-anywhere text-ink-muted text-sm">
        <bdi>{ownerWords(on)}</bdi>
      </p>
      {missing && <p className="border-signal-amber border-l-4 pl-3 text-sm">{missing}</p>}
      <div className="-ml-2 flex flex-wrap items-center gap-x-1 text-sm">
        {isChanged && (
          <>
            <span className="flex items-center gap-1.5 px-2 text-signal-amber">
              <span className="views-changed" />
              Changed
            </span>
            {on.mayChange && (
              <Button tone="quiet" className="text-sm!" isBusy={isSaving} onClick={() => onSave(on)}>
                Save
              </Button>
            )}
            <Link
              href={addressOfView(on)}
              state={KEEPS_SCROLL}
              className={buttonClass('quiet', 'text-sm!')}
              onClick={onOpen}
            >
              Show as saved
            </Link>
          </>
        )}
        {on.mayChange && (
          <Button tone="quiet" className="text-sm!" onClick={() => onAsk('edit')}>
            {sharing ? 'Rename or share' : 'Rename'}
          </Button>
        )}
        {on.mayDelete && (
          <Button tone="quiet" className="text-sm!" onClick={() => onAsk('delete')}>
            Delete
          </Button>
        )}
      </div>
    </>
  )
}

function NoView({ isGone }: { isGone: boolean }) {
  return (
    <p className="text-ink-muted text-sm">
      {isGone
        ? 'The view of this address is deleted, or no longer shared with you. The list shows what it showed when the address was made.'
        : 'A view keeps what the list shows by: tab, filters, words and order.'}
    </p>
  )
}

type ViewsProps = { title: string; views: readonly SavedView[]; on: SavedView | undefined; onOpen: () => void }

function Views({ title, views, on, onOpen }: ViewsProps) {
  if (views.length === 0) return null
  return (
    <>
      <h4 className="px-4 pt-2 text-ink-muted text-sm">{title}</h4>
      <ul className="list-none p-0">
        {views.map((view) => (
          <li key={view.id}>
            <Link
              href={addressOfView(view)}
              state={KEEPS_SCROLL}
              className="views-line min-h-11 dense:min-h-9"
              aria-current={view.id === on?.id || undefined}
              onClick={onOpen}
            >
              <bdi className="min-w-0 wrap-anywhere">{view.name}</bdi>
              {view.isShared && <SharedMark view={view} />}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function SharedMark({ view: { isOwn, by } }: { view: SavedView }) {
  if (!isOwn) return <bdi className="views-by">{by ?? 'former colleague'}</bdi>
  return (
    <span className="views-by">
      <Users aria-hidden="true" className="size-4" />
      <span className="sr-only">shared with all colleagues</span>
    </span>
  )
}
