import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { saveOver, storedMeanwhile } from '../../../api/changed-meanwhile.ts'
import { createDraftShelf } from '../../../session/draft-shelf.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { useKeptDraft } from '../../../session/use-kept-draft.ts'
import { toast } from '../../../ui/toast.ts'
import { type ApplicationDetails, saveDetails } from '../changes/application-api.ts'
import { CHANGES_KEY, readAgain, stopReading } from '../changes/changes-under-way.ts'
import { type ApplicationPage, PAGES_KEY } from '../list/application-list-api.ts'
import { changesIn, conflictsIn, type DetailsDraft, dateFaultOf, readDraft, withoutFields } from './details-draft.ts'

/** What was typed, and about which state of the application. */
type KeptDetails = { draft: DetailsDraft; seen: Application }

/** By the id of the application. */
const shelf = createDraftShelf<number, KeptDetails>()

const NOT_SAVED = {
  title: 'Update failed',
  description:
    'Failed to save the feedback and interview date. What you typed is still there, and you can save it again.',
}

/** What else of an application was changed does not matter; what is being saved must be as its author saw it. */
const SAVING = {
  save: saveDetails,
  rebase: (seen: Application, details: ApplicationDetails, current: Application) =>
    conflictsIn(details, seen, current).length === 0 ? details : undefined,
}

/**
 * What an admin writes about an application, its saving, and a draft for details that are taken away with changes in them.
 * @param onStored hears of the application as it is stored now
 */
export function useDetailsForm(application: Application, onStored: (stored: Application) => void) {
  const client = useQueryClient()
  const tellFailure = useFailureNotice()
  const [draft, setDraft] = useState<DetailsDraft>({})
  const [seen, setSeen] = useState(application)
  const [isConflict, setConflict] = useState(false)
  const changes = changesIn(draft, application)
  const isDirty = Object.keys(changes).length > 0
  const dateFault = dateFaultOf(changes)
  // Half a year that is just being typed is no fault yet.
  const [isRefused, setRefused] = useState(false)
  const giveUp = useKeptDraft({
    shelf,
    about: application.id,
    restore: (kept) => {
      setDraft(kept.draft)
      setSeen(kept.seen)
    },
    read: () => (isDirty ? { draft, seen } : undefined),
  })
  const save = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ details, over }: { details: ApplicationDetails; over: Application; from: DetailsDraft }) =>
      saveOver(over, details, SAVING),
    onMutate: () => stopReading(client),
    onSuccess: (stored, { from }) => {
      client.setQueriesData<ApplicationPage>({ queryKey: PAGES_KEY }, (page) => page && putIntoPage(page, stored))
      onStored(stored)
      setSeen(stored)
      setConflict(false)
      // What has been typed meanwhile stays, to be saved next.
      setDraft((now) => (now === from ? {} : now))
      toast({ title: 'Application updated' })
    },
    onError: (error) => {
      const stored = storedMeanwhile<Application>(error)
      if (!stored) return tellFailure(error, NOT_SAVED)
      onStored(stored)
      setConflict(true)
    },
    onSettled: () => {
      readAgain(client, true)
    },
  })
  const saveOverVersion = (over: Application) => {
    setRefused(dateFault !== undefined)
    if (dateFault !== undefined || !isDirty || save.isPending) return
    save.mutate({ details: changes, over, from: draft })
  }
  const conflicts = isConflict ? conflictsIn(changes, seen, application) : []
  return {
    fields: readDraft(draft, application),
    write: (part: DetailsDraft) => {
      // What is written over is what stood there when the writing began, not when the dialog was opened.
      if (!isDirty) setSeen(application)
      setDraft((now) => ({ ...now, ...part }))
    },
    dateFault: isRefused ? dateFault : undefined,
    isDirty,
    isSaving: save.isPending,
    save: () => saveOverVersion(seen),
    /** What was written by others meanwhile, and the choice that is left then. */
    conflicts,
    saveMine: () => saveOverVersion(application),
    takeStored: () => {
      setDraft(withoutFields(draft, conflicts))
      setSeen(application)
      setConflict(false)
    },
    giveUp,
  }
}

function putIntoPage(page: ApplicationPage, stored: Application): ApplicationPage {
  return { ...page, applications: page.applications.map((one) => (one.id === stored.id ? stored : one)) }
}
