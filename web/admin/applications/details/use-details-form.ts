import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { readToken } from '../../../api/auth-store.ts'
import { conflictingVersion, saveWithRebase } from '../../../api/edit-conflict.ts'
import { createDraftStore, type DraftStore } from '../../../session/draft-store.ts'
import { isSessionOver, useFailureNotice } from '../../../session/end-session.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { type ApplicationDetails, applicationKey, isGone, saveDetails } from '../../api/application-api.ts'
import { type ApplicationPage, PAGES_KEY } from '../application-list-api.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from '../changes/pending-changes.ts'
import { noteOwn } from '../changes/seen-list.ts'
import {
  acceptableIn,
  changesIn,
  conflictsIn,
  type DetailsDraft,
  errorsIn,
  readDraft,
  withoutFields,
} from './details-draft.ts'

/** The version of an application that unsaved text is based on. */
type SeenDetails = Pick<Application, 'id' | 'version' | 'feedback' | 'interviewDate'>

/** Unsaved text, and the version it is based on. */
export type SavedDetails = { draft: DetailsDraft; seen: SeenDetails }

/** Keyed by application id. */
const inMemory = createDraftStore<number, SavedDetails>()

/** How a form saves; by default only when asked, with a toast, and with drafts in memory. */
type DetailsFormOptions = { savesItself?: boolean; drafts?: DraftStore<number, SavedDetails> }

const NOT_SAVED = 'Failed to save the feedback and interview date. Your text is still here, so you can try again.'
const DELETED = 'Another admin deleted this application. Your text is still here, so you can copy it.'

/** Only a change of the same fields is a conflict; other changes are rebased onto. */
const SAVING = {
  save: saveDetails,
  rebase: (seen: SeenDetails, details: ApplicationDetails, current: SeenDetails) =>
    conflictsIn(details, seen, current).length === 0 ? details : undefined,
}

/**
 * Saves details over the version they are based on, or over a newer one that has the same details.
 * @returns the stored application
 * @throws ApiError; with `conflictingVersion` where both versions differ
 */
export function saveOver(seen: SeenDetails, details: ApplicationDetails): Promise<Application> {
  return saveWithRebase<SeenDetails, ApplicationDetails>(seen, details, SAVING) as Promise<Application>
}

/**
 * State of the assessment form: values, saving, edit conflicts, and a draft that survives an expired session. A form that
 * saves itself is silent about success, and about failures that the next attempt may mend.
 * @param onStored called with the stored application
 */
export function useDetailsForm(
  application: Application,
  onStored: (stored: Application) => void,
  { savesItself = false, drafts = inMemory }: DetailsFormOptions = {},
) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const [draft, setDraft] = useState<DetailsDraft>({})
  const [seen, setSeen] = useState<SeenDetails>(() => detailsOf(application))
  // The version that a save was refused for. What others save later changes nothing under the choice that is on the screen.
  const [conflicting, setConflicting] = useState<SeenDetails>()
  const changes = changesIn(draft, application)
  const isDirty = Object.keys(changes).length > 0
  const errors = errorsIn(changes)
  // The date's error is shown only after a save: a half-typed year is not an error yet.
  const [isRefused, setRefused] = useState(false)
  const hasErrors = fieldsOf(errors).length > 0
  const discardDraft = useDraft({
    store: drafts,
    about: application.id,
    restore: (saved) => {
      setDraft(saved.draft)
      setSeen(saved.seen)
    },
    read: () => (isDirty ? { draft, seen } : undefined),
  })
  const save = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ details, over }: { details: ApplicationDetails; over: SeenDetails; from: DetailsDraft }) =>
      saveOver(over, details),
    onMutate: () => cancelReads(client),
    onSuccess: (stored, { details, from }) => {
      noteOwn([stored])
      client.setQueriesData<ApplicationPage>({ queryKey: PAGES_KEY }, (page) => page && putIntoPage(page, stored))
      onStored(stored)
      setSeen(detailsOf(stored))
      setConflicting(undefined)
      // Text typed during the save stays for the next one.
      setDraft((now) =>
        withoutFields(
          now,
          fieldsOf(details).filter((field) => now[field] === from[field]),
        ),
      )
      if (!savesItself) toast({ title: 'Application updated' })
    },
    onError: (error) => {
      const stored = conflictingVersion<Application>(error)
      const isDeleted = isGone(error)
      // Read again, the page shows that the application was deleted, and the text.
      if (isDeleted) client.invalidateQueries({ queryKey: applicationKey(readToken(), application.id) })
      if (!stored && savesItself && !isSessionOver(error)) return
      if (!stored) return showFailure(error, { title: 'Update failed', description: isDeleted ? DELETED : NOT_SAVED })
      onStored(stored)
      setConflicting(stored)
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
  // A second click may come before the page is drawn again, and so with the values that the first one had.
  const isSaving = useRef(false)
  isSaving.current = save.isPending
  const saveOverVersion = (over: SeenDetails) => {
    setRefused(hasErrors)
    // What saves itself does not let one field wait for the other.
    const details = savesItself ? acceptableIn(changes) : changes
    if (isSaving.current || (hasErrors && !savesItself) || fieldsOf(details).length === 0) return
    isSaving.current = true
    save.mutate({ details, over, from: draft })
  }
  const conflicts = conflicting ? conflictsIn(changes, seen, conflicting) : []
  return {
    fields: readDraft(draft, application),
    write: (part: DetailsDraft) => {
      // The base version is the one shown when typing began, not when the dialog opened.
      if (!isDirty) setSeen(detailsOf(application))
      setDraft((now) => ({ ...now, ...part }))
    },
    errors: isRefused ? errors : withoutFields(errors, ['interviewDate']),
    /** Whether a save would send something. */
    canSave: fieldsOf(acceptableIn(changes)).length > 0,
    hasFailed: save.isError && !conflicting,
    hasSaved: save.isSuccess,
    isDirty,
    isSaving: save.isPending,
    save: () => saveOverVersion(seen),
    /** Fields that another admin changed too; empty unless a save was refused. */
    conflicts,
    /** The version with the other admin's text. */
    stored: conflicting ?? application,
    saveMine: () => conflicting && saveOverVersion(conflicting),
    acceptStored: () => {
      setDraft(withoutFields(draft, conflicts))
      setSeen(detailsOf(application))
      setConflicting(undefined)
    },
    discardDraft,
  }
}

function detailsOf({ id, version, feedback, interviewDate }: SeenDetails): SeenDetails {
  return { id, version, feedback, interviewDate }
}

function fieldsOf(details: DetailsDraft | ApplicationDetails): (keyof DetailsDraft)[] {
  return Object.keys(details) as (keyof DetailsDraft)[]
}

function putIntoPage(page: ApplicationPage, stored: Application): ApplicationPage {
  return { ...page, applications: page.applications.map((one) => (one.id === stored.id ? stored : one)) }
}
