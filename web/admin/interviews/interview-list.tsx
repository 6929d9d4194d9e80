import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Interview, InterviewDefaults } from '../../../contract/interviews/interview.ts'
import { useAuth } from '../../session/use-auth.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../ui/preload-when-idle.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { OpenInterview } from './interview-form.ts'
import { AgendaItem, InterviewItem } from './interview-item.tsx'
import { interviewDefaultsQuery } from './interviews-api.ts'
import { useCancelling } from './use-interview-changes.ts'

/** The schemas that validate an interview load with the dialog. */
const InterviewDialog = lazyPart(async () => (await import('./interview-dialog.tsx')).InterviewDialog)

/** The dialog of interviews: what opens it, and what shows it. */
export function useInterviewDialog() {
  usePreloadWhenIdle(InterviewDialog)
  const client = useQueryClient()
  const { token } = useAuth()
  const [opened, setOpened] = useState<OpenInterview & { latest: InterviewDefaults | undefined }>()
  return {
    open: (next: OpenInterview) => {
      const explain = () => toast({ title: 'The form could not be loaded', description: 'Try again', tone: 'error' })
      // Without them the form only has less filled in.
      const reading = client.fetchQuery(interviewDefaultsQuery(token)).catch(() => undefined)
      Promise.all([reading, InterviewDialog.preload()]).then(([latest]) => setOpened({ ...next, latest }), explain)
    },
    dialog: opened && <InterviewDialog.View {...opened} onClose={() => setOpened(undefined)} />,
  }
}

/**
 * Interviews by time, each with what can be done about it.
 * @param props.isAgenda whether they are of one day and many applicants, or of one applicant
 */
export function InterviewList({ interviews, isAgenda }: { interviews: Interview[]; isAgenda: boolean }) {
  const Item = isAgenda ? AgendaItem : InterviewItem
  const { isBusy, cancel, restore } = useCancelling()
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
            onRestore={() => restore(interview)}
          />
        ))}
      </ul>
      {dialog}
    </>
  )
}
