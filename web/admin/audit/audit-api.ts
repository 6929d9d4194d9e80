import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditPage } from '../../../contract/accounts/audit.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
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
