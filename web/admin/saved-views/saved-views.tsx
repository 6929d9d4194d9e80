import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import type { SavedView } from '../../../contract/team/saved-views.ts'
import { failureMessage } from '../../api/api-error.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { useDisclosure } from '../../ui/focus/use-disclosure.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type ListView, writeListView } from '../applications/list-view.ts'
import { savedViewsQuery, useDeleteView, useSaveView } from './saved-views-api.ts'
import './saved-views.css'
import { ViewDialog } from './view-dialog.tsx'
import { filterOf, isSameFilter, missingWords } from './view-texts.ts'
import { ViewsPanel } from './views-panel.tsx'

type SavedViewsProps = {
  view: ListView
  /** The drawing on the button. */
  mark: ReactNode
  /** Whether a press has loaded this: the panel opens then. */
  startsOpen: boolean
}

/** Says which saved view is on and whether the list has changed since, and opens all views below. */
export function SavedViews({ view, mark, startsOpen }: SavedViewsProps) {
  const { token } = useAuth()
  const { data: views = [] } = useQuery(savedViewsQuery(token))
  const on = views.find(({ id }) => String(id) === view.saved)
  const isChanged = on !== undefined && !isSameFilter(on.filter, view)
  const [dialog, setDialog] = useState<'new' | 'edit' | 'delete' | null>(null)
  const { isOpen, toggle, close, area, button } = useDisclosure(startsOpen)
  const kept = useKeepFocus<HTMLDivElement>()
  const panelId = useId()
  const { save, isSaving, remove, show } = useViewActions(view)
  useMissingNotice(on)
  const leave = () => {
    // Before the panel goes, with the link or button that was pressed.
    button.current?.focus()
    close()
  }
  const closeDialog = () => setDialog(null)
  return (
    <div ref={kept} className="views-area">
      <div ref={area}>
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          aria-label={labelOf(on, isChanged)}
          title={on && labelOf(on, isChanged)}
          data-on={on !== undefined || undefined}
          className="views-button"
          onClick={toggle}
        >
          {mark}
          <ButtonWords on={on} isChanged={isChanged} />
        </button>
        {isOpen && (
          <ViewsPanel
            id={panelId}
            {...{ view, on, isChanged, isSaving }}
            onSave={save}
            onAsk={(asked) => {
              leave()
              setDialog(asked)
            }}
            onOpen={leave}
          />
        )}
      </div>
      {(dialog === 'new' || (dialog === 'edit' && on)) && (
        <ViewDialog stored={dialog === 'edit' ? on : undefined} view={view} onSaved={show} onClose={closeDialog} />
      )}
      {dialog === 'delete' && on && (
        <ConfirmDialog
          title="Delete view"
          question={
            <>
              “<bdi>{on.name}</bdi>” is deleted{on.isShared && ', for all colleagues'}. The applications stay as they
              are.
            </>
          }
          action="Delete view"
          onConfirm={() => remove(on)}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

function ButtonWords({ on, isChanged }: { on: SavedView | undefined; isChanged: boolean }) {
  return (
    <>
      {on && (
        <span aria-hidden="true" className="views-name">
          {on.name}
        </span>
      )}
      {isChanged && <span aria-hidden="true" className="views-changed" />}
    </>
  )
}

function labelOf(on: SavedView | undefined, isChanged: boolean): string {
  return on ? `View ${on.name}${isChanged ? ', changed' : ''}` : 'Views'
}

/** What can be done with the view that is on; what fails is said in a toast. */
function useViewActions(view: ListView) {
  const [path, navigate] = useLocation()
  const showFailure = useFailureNotice()
  const saving = useSaveView()
  const deleting = useDeleteView()
  const go = (after: ListView) => navigate(path + writeListView(after), { replace: true, state: KEEPS_SCROLL })
  return {
    isSaving: saving.isPending,
    /** Makes a view what the list shows. */
    save: ({ id, version }: SavedView) =>
      saving.mutate(
        { id, body: { version, filter: filterOf(view) } },
        {
          onSuccess: ({ name }) => toast({ title: 'View saved', description: name }),
          onError: (error) =>
            showFailure(error, {
              title: 'View not saved',
              description: conflictingVersion(error)
                ? 'Someone changed it meanwhile. “Show as saved” shows what it has become; Save makes it what the list shows.'
                : failureMessage(error),
            }),
        },
      ),
    remove: (removed: SavedView) =>
      deleting.mutate(removed, {
        onSuccess: () => {
          toast({ title: 'View deleted', description: removed.name })
          go({ ...view, saved: '' })
        },
        onError: (error) => showFailure(error, { title: 'View not deleted', description: failureMessage(error) }),
      }),
    /** A new view is on at once; one that was renamed stays so, over the same list. */
    show: ({ id, filter: stored }: SavedView) =>
      go(String(id) === view.saved ? view : { ...stored, saved: String(id) }),
  }
}

/** Says of a view that opens what of it the person does not find. */
function useMissingNotice(on: SavedView | undefined): void {
  const words = on && missingWords(on)
  const name = on?.name
  useEffect(() => {
    if (words && name) toast({ title: name, description: words })
  }, [words, name])
}
