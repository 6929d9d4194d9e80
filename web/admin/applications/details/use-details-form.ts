import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { conflictingVersion, saveWithRebase } from '../../../api/edit-conflict.ts'
import { createDraftStore } from '../../../session/draft-store.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { useDraft } from '../../../session/use-draft.ts'
import { toast } from '../../../ui/toast.ts'
import { type ApplicationDetails, saveDetails } from '../changes/application-api.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from '../changes/pending-changes.ts'
import { type ApplicationPage, PAGES_KEY } from '../list/application-list-api.ts'
import { changesIn, conflictsIn, type DetailsDraft, dateErrorOf, readDraft, withoutFields } from './details-draft.ts'

/** Unsaved text, and the application version it is based on. */
type SavedDetails = { draft: DetailsDraft; seen: Application }

/** Keyed by application id. */
const store = createDraftStore<number, SavedDetails>()

const NOT_SAVED = {
  title: 'Update failed',
  description: 'Failed to save the feedback and interview date. Your text is still here, so you can try again.',
}

/** Only a change of the same fields is a conflict; other changes are rebased onto. */
const SAVING = {
  save: saveDetails,
  rebase: (seen: Application, details: ApplicationDetails, current: Application) =>
    conflictsIn(details, seen, current).length === 0 ? details : undefined,
}

/**
 * State of the assessment form: values, saving, edit conflicts, and a draft that survives an expired session.
 * @param onStored called with the stored application
 */
export function useDetailsForm(application: Application, onStored: (stored: Application) => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const [draft, setDraft] = useState<DetailsDraft>({})
  const [seen, setSeen] = useState(application)
  const [isConflict, setConflict] = useState(false)
  const changes = changesIn(draft, application)
  const isDirty = Object.keys(changes).length > 0
  const dateError = dateErrorOf(changes)
  // The error is shown only after a save: a half-typed year is not an error yet.
  const [isRefused, setRefused] = useState(false)
  const discardDraft = useDraft({
    store,
    about: application.id,
    restore: (saved) => {
      setDraft(saved.draft)
      setSeen(saved.seen)
    },
    read: () => (isDirty ? { draft, seen } : undefined),
  })
  const save = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ details, over }: { details: ApplicationDetails; over: Application; from: DetailsDraft }) =>
      saveWithRebase(over, details, SAVING),
    onMutate: () => cancelReads(client),
    onSuccess: (stored, { from }) => {
      client.setQueriesData<ApplicationPage>({ queryKey: PAGES_KEY }, (page) => page && putIntoPage(page, stored))
      onStored(stored)
      setSeen(stored)
      setConflict(false)
      // Text typed during the save stays for the next one.
      setDraft((now) => (now === from ? {} : now))
      toast({ title: 'Application updated' })
    },
    onError: (error) => {
      const stored = conflictingVersion<Application>(error)
      if (!stored) return showFailure(error, NOT_SAVED)
      onStored(stored)
      setConflict(true)
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
  const saveOverVersion = (over: Application) => {
    setRefused(dateError !== undefined)
    if (dateError !== undefined || !isDirty || save.isPending) return
    save.mutate({ details: changes, over, from: draft })
  }
  const conflicts = isConflict ? conflictsIn(changes, seen, application) : []
  return {
    fields: readDraft(draft, application),
    write: (part: DetailsDraft) => {
      // The base version is the one shown when typing began, not when the dialog opened.
      if (!isDirty) setSeen(application)
      setDraft((now) => ({ ...now, ...part }))
    },
    dateError: isRefused ? dateError : undefined,
    isDirty,
    isSaving: save.isPending,
    save: () => saveOverVersion(seen),
    /** Fields that another admin changed too; empty unless a save was refused. */
    conflicts,
    saveMine: () => saveOverVersion(application),
    acceptStored: () => {
      setDraft(withoutFields(draft, conflicts))
      setSeen(application)
      setConflict(false)
    },
    discardDraft,
  }
}

function putIntoPage(page: ApplicationPage, stored: Application): ApplicationPage {
  return { ...page, applications: page.applications.map((one) => (one.id === stored.id ? stored : one)) }
}
