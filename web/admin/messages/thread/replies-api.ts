import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { InboxStatus, Replies, Reply } from '../../../../contract/messages/replies.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { retryAfterFailure } from '../../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { fetchResume } from '../../api/application-api.ts'

/** What came back about an application, oldest first. */
export function repliesQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.replies, applicationId)
  return queryOptions({
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<Replies>('GET', address, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Whether replies are read, and what is wrong with their mailbox. */
export function inboxStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.inbox, token],
    queryFn: ({ signal }) => jsonRequest<InboxStatus>('GET', ADMIN_API.inbox, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Returns the action that says of a reply that it needs no answer, or takes that back. */
export function useSettleReply(applicationId: number) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const settle = useMutation({
    mutationFn: ({ id, needsNoAnswer }: { id: number; needsNoAnswer: boolean }) =>
      jsonRequest<Reply>('PATCH', pathTo(ADMIN_API.reply, id), { token: readToken(), body: { needsNoAnswer } }),
    onSuccess: ({ id }, { needsNoAnswer }) => {
      if (!needsNoAnswer) return
      toast({
        title: 'Reply needs no answer',
        description: 'It waits for nobody any more.',
        action: { label: 'Undo', run: () => settle.mutate({ id, needsNoAnswer: false }) },
      })
    },
    onError: (error) => showFailure(error, { title: 'Reply not changed', description: 'Please try again.' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [pathTo(ADMIN_API.replies, applicationId)] }),
        client.invalidateQueries({ queryKey: [ADMIN_API.applicationSummary] }),
      ]),
  })
  return settle
}

/** Returns the action that saves a file of a reply to an application. */
export function useFileDownload(application: Application) {
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (version: number) => fetchResume(application, readToken() ?? '', { version }),
    onSuccess: ({ file, fileName }) => {
      saveFile(file, fileName)
      toast({ title: 'File downloaded' })
    },
    onError: (error) => showFailure(error, { title: 'Download failed', description: 'Please try again.' }),
  })
}
