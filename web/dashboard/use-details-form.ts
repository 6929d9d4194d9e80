import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../contract/application.ts'
import { createDraftShelf } from '../session/draft-shelf.ts'
import { useFailureNotice } from '../session/end-session.ts'
import { useKeptDraft } from '../session/use-kept-draft.ts'
import { toast } from '../ui/toast.ts'
import { type ApplicationDetails, saveDetails } from './application-api.ts'
import { type ApplicationPage, PAGES_KEY } from './application-list-api.ts'
import { CHANGES_KEY, readAgain, stopReading } from './changes-under-way.ts'
import { changesIn, type DetailsDraft, readDraft } from './details-draft.ts'

/** By the id of the application. */
const shelf = createDraftShelf<number, DetailsDraft>()

const NOT_SAVED = {
  title: 'Update failed',
  description:
    'Failed to save the feedback and interview date. What you typed is still there, and you can save it again.',
}

/**
 * What an admin writes about an application, its saving, and a draft for details that are taken away with changes in them.
 * @param onSaved hears of the application as it is stored now
 */
export function useDetailsForm(application: Application, onSaved: (stored: Application) => void) {
  const client = useQueryClient()
  const tellFailure = useFailureNotice()
  const [draft, setDraft] = useState<DetailsDraft>({})
  const changes = changesIn(draft, application)
  const isDirty = Object.keys(changes).length > 0
  const giveUp = useKeptDraft({
    shelf,
    about: application.id,
    restore: setDraft,
    read: () => (isDirty ? draft : undefined),
  })
  const save = useMutation({
    mutationKey: CHANGES_KEY,
    mutationFn: ({ details }: { details: ApplicationDetails; from: DetailsDraft }) =>
      saveDetails(application.id, details),
    onMutate: () => stopReading(client),
    onSuccess: (stored, { from }) => {
      client.setQueriesData<ApplicationPage>({ queryKey: PAGES_KEY }, (page) => page && putIntoPage(page, stored))
      onSaved(stored)
      // What has been typed meanwhile stays, to be saved next.
      setDraft((now) => (now === from ? {} : now))
      toast({ title: 'Application updated' })
    },
    onError: (error) => tellFailure(error, NOT_SAVED),
    onSettled: () => {
      readAgain(client, true)
    },
  })
  return {
    fields: readDraft(draft, application),
    write: (part: DetailsDraft) => setDraft((now) => ({ ...now, ...part })),
    isDirty,
    isSaving: save.isPending,
    save: () => save.mutate({ details: changes, from: draft }),
    giveUp,
  }
}

function putIntoPage(page: ApplicationPage, stored: Application): ApplicationPage {
  return { ...page, applications: page.applications.map((one) => (one.id === stored.id ? stored : one)) }
}
