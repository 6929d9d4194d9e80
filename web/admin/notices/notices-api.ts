import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticeSettings, Notices, ReadNotices } from '../../../contract/team/notices.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { pollOptions } from '../api/poll-options.ts'

/** A page of one's notices, newest first, and how many are unread. @param before the id of the last one of the page before */
export function noticesQuery(token: string | null, before?: number) {
  return queryOptions({
    ...pollOptions,
    queryKey: [ADMIN_API.notices, token, before ?? null],
    queryFn: (reading) =>
      conditionalRead(reading, ADMIN_API.notices + (before === undefined ? '' : `?before=${before}`), {
        token,
        read: (response) => response.json() as Promise<Notices>,
      }),
    structuralSharing: shareWithETag,
  })
}

/** Which notices reach one, and how; read anew whenever it is shown. */
export function noticeSettingsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.noticeSettings, token],
    queryFn: ({ signal }) => jsonRequest<NoticeSettings>('GET', ADMIN_API.noticeSettings, { token, signal }),
    staleTime: 0,
  })
}

/** Reads the notices again: after a change of one’s own, or when the server says that there are new ones. */
export function refetchNotices(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ADMIN_API.notices] })
}

/** Returns the action that marks notices as read. One that fails leaves them unread, which is no loss. */
export function useReadNotices() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (read: ReadNotices) =>
      jsonRequest<void>('POST', ADMIN_API.readNotices, { token: readToken(), body: read }),
    onSettled: () => refetchNotices(client),
  })
}

/** Saves which notices reach one, and how. */
export function saveNoticeSettings(settings: NoticeSettings): Promise<NoticeSettings> {
  return jsonRequest('PUT', ADMIN_API.noticeSettings, { token: readToken(), body: settings })
}
