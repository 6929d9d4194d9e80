import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnSession } from '../../../contract/accounts/session-list.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { endOtherSessions, endOwnSession, ownSessionsQuery } from '../api/own-sessions-api.ts'

/** Lists where the person is signed in, and ends that elsewhere. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { token } = useAuth()
  const query = useQuery(ownSessionsQuery(token))
  const ending = useEnd(endOwnSession, 'Session ended')
  const endingOthers = useEnd(endOtherSessions, 'All other sessions ended')
  const hasOthers = query.data?.sessions.some(({ isThis }) => !isThis) ?? false
  return (
    <Dialog
      onClose={onClose}
      title="Your sessions"
      description="Where you are signed in. A session that you end is signed out at once."
      footer={
        <>
          {hasOthers && (
            <Button tone="danger" isBusy={endingOthers.isPending} onClick={() => endingOthers.mutate(undefined)}>
              End all others
            </Button>
          )}
          <Button tone="secondary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Loaded query={query} loading={null} failure="Your sessions could not be loaded.">
        {({ sessions }) => (
          <ul className="grid divide-y divide-line">
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnd={() => ending.mutate(session.id)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Dialog>
  )
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, address, createdAt, lastUsedAt, isThis } = session
  return (
    <li className="flex items-center justify-between gap-4 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device} {isThis && <Badge tone="green">this one</Badge>}
        </p>
        <p className="wrap-anywhere text-ink-muted text-sm">
          {address !== null && `${address} · `}since {formatShortDayAndTime(createdAt)} · last used{' '}
          {formatShortDayAndTime(lastUsedAt)}
        </p>
      </div>
      {!isThis && (
        <Button tone="danger" aria-label={`End ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}

function useEnd<Sent>(mutationFn: (sent: Sent) => Promise<unknown>, title: string) {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn,
    onSuccess: () => toast({ title }),
    onError: (failure) => showFailure(failure, { title: 'Nothing was ended', description: 'Please try again' }),
    // Also after a refusal: what is listed may have ended meanwhile.
    onSettled: () => client.invalidateQueries(ownSessionsQuery(token)),
  })
}
