import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { AuditPage } from '../../../contract/accounts/audit.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { fileNameOf } from '../../api/content-disposition.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast/toast.ts'
import { nameOf, peopleQuery } from '../people/people-query.ts'
import { type AuditView, requestOf } from './audit-view.ts'

/** The entries of a view, newest first, page by page. Those of the view before stay while the first page loads. */
export function auditQuery(token: string | null, view: AuditView) {
  const query = requestOf(view)
  return infiniteQueryOptions({
    queryKey: [ADMIN_API.audit, token, query],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams(query)
      if (pageParam) asked.set('before', String(pageParam))
      return jsonRequest<AuditPage>('GET', `${ADMIN_API.audit}?${asked}`, { token, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** Who has an account, to choose from. */
export function personsQuery(token: string | null) {
  return queryOptions({
    ...peopleQuery(token),
    select: ({ people }) => people.map((person) => ({ id: person.id, name: nameOf(person) })),
  })
}

/** Returns the action that downloads all entries of a view as CSV; the download is an entry itself. */
export function useAuditDownload(view: AuditView) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: async () => {
      const response = await sendAuthorized(readToken(), (token) =>
        fetch(`${ADMIN_API.auditFile}?${requestOf(view)}`, { credentials: 'include', headers: bearer(token) }),
      )
      await raiseUnlessOk(response)
      const fileName = fileNameOf(response.headers.get('Content-Disposition')) ?? 'Audit trail.csv'
      return { file: await response.blob(), fileName }
    },
    retry: false,
    onSuccess: ({ file, fileName }) => {
      saveFile(file, fileName)
      toast({ title: 'Audit trail downloaded' })
    },
    onError: (error) => showFailure(error, { title: 'Nothing was downloaded', description: 'Please try again' }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.audit] }),
  })
}
