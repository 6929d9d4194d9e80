import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { calendarFeedQuery, renewCalendarFeed, revokeCalendarFeed } from './interviews-api.ts'

/** The admin's private calendar feed: makes it, gives it a new address, and ends it. */
export function CalendarFeed() {
  const { token } = useAuth()
  const { data } = useQuery(calendarFeedQuery(token))
  const [question, setQuestion] = useState<'renew' | 'revoke'>()
  const { renewing, revoking } = useFeedChanges()
  if (!data) return null
  const hasFeed = data.createdAt !== null
  const url = renewing.data?.url
  return (
    <section
      aria-labelledby="calendar-feed"
      className="grid content-start gap-3 rounded-md border border-line bg-panel p-4"
    >
      <h2 id="calendar-feed" className="text-lg">
        Your calendar
      </h2>
      <p className="measure text-ink-muted text-sm">
        A private address with all planned interviews, for Outlook, Apple or Google Calendar. Anyone who has the address
        can read the names of applicants, so give it to no other person. It ends when your password is changed or reset,
        and when you sign out everywhere.
      </p>
      {hasFeed && (
        <p className="text-sm">Made {formatDay(data.createdAt)}. The address is shown only when it is made.</p>
      )}
      {url && (
        <div role="status" className="grid justify-items-start gap-2">
          <p className="wrap-anywhere rounded-md border border-line bg-paper p-3 font-mono text-sm">{url}</p>
          <CopyButton text={url} what="the address of your calendar" />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          isBusy={renewing.isPending}
          onClick={() => (hasFeed ? setQuestion('renew') : renewing.mutate())}
        >
          {hasFeed ? 'New address' : 'Make calendar address'}
        </Button>
        {hasFeed && (
          <Button tone="quiet" isBusy={revoking.isPending} onClick={() => setQuestion('revoke')}>
            Revoke address
          </Button>
        )}
      </div>
      {question && (
        <ConfirmDialog
          title={question === 'renew' ? 'Make a new address?' : 'Revoke the address?'}
          question="Calendars that use the present address no longer get interviews."
          action={question === 'renew' ? 'New address' : 'Revoke'}
          onConfirm={() => (question === 'renew' ? renewing : revoking).mutate()}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </section>
  )
}

function useFeedChanges() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const refresh = () => client.invalidateQueries({ queryKey: [ADMIN_API.calendarFeed] })
  const onError = (error: Error) =>
    showFailure(error, { title: 'Calendar not changed', description: failureMessage(error) })
  const renewing = useMutation({ mutationFn: renewCalendarFeed, retry: false, onSuccess: refresh, onError })
  const revoking = useMutation({
    mutationFn: revokeCalendarFeed,
    retry: false,
    onSuccess: async () => {
      renewing.reset()
      toast({ title: 'Calendar address revoked' })
      await refresh()
    },
    onError,
  })
  return { renewing, revoking }
}
