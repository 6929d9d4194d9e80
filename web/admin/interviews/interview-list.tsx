import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InterviewDefaults } from '../../../contract/interviews/interview.ts'
import { useAuth } from '../../session/use-auth.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../ui/preload-when-idle.ts'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { useUndo } from '../applications/changes/undo.ts'
import type { OpenInterview } from './interview-form.ts'
import { AgendaItem, InterviewItem, type ShownInterview } from './interview-item.tsx'
import { interviewDefaultsQuery } from './interviews-api.ts'
import { useCancelling } from './use-interview-changes.ts'

/** The schemas that validate an interview load with the dialog. */
const InterviewDialog = lazyPart(async () => (await import('./interview-dialog.tsx')).InterviewDialog)

/** Offering times is rarer: nothing of it loads before. */
const OfferDialog = lazyPart(async () => (await import('./offer-dialog.tsx')).OfferDialog)

/** What a dialog begins with. */
type Opened = OpenInterview & { latest: InterviewDefaults | undefined; isOffer: boolean }

/** The dialogs that plan and change interviews and offer times: what opens them, and what shows them. */
export function useInterviewDialog() {
  usePreloadWhenIdle(InterviewDialog)
  const client = useQueryClient()
  const { token } = useAuth()
  const [opened, setOpened] = useState<Opened>()
  const show = (next: OpenInterview, isOffer: boolean) => {
    const load = async () => {
      // Without them the form only has less filled in.
      const reading = client.fetchQuery(interviewDefaultsQuery(token)).catch(() => undefined)
      await (isOffer ? OfferDialog : InterviewDialog).preload()
      return reading
    }
    openWhenLoaded('The form', load, (latest) => setOpened({ ...next, latest, isOffer }))
  }
  const Dialog = opened?.isOffer ? OfferDialog.View : InterviewDialog.View
  return {
    open: (next: OpenInterview) => show(next, false),
    offer: (next: Omit<OpenInterview, 'interview'>) => show(next, true),
    dialog: opened && <Dialog {...opened} onClose={() => setOpened(undefined)} />,
  }
}

/**
 * Interviews by time, each with what can be done about it.
 * @param props.isAgenda whether they are of one day and many applicants, or of one applicant
 */
export function InterviewList({ interviews, isAgenda }: { interviews: ShownInterview[]; isAgenda: boolean }) {
  const Item = isAgenda ? AgendaItem : InterviewItem
  const { isBusy, cancel } = useCancelling()
  const { undoChange } = useUndo()
  const { open, dialog } = useInterviewDialog()
  return (
    <>
      <ul className="grid list-none p-0">
        {interviews.map((interview) => (
          <Item
            key={interview.id}
            {...{ interview, isBusy }}
            onChange={() => open({ ...interview, interview })}
            onCancel={() => cancel(interview)}
            onUndo={undoChange}
          />
        ))}
      </ul>
      {dialog}
    </>
  )
}
