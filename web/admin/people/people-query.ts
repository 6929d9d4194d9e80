import { queryOptions } from '@tanstack/react-query'
import type { People, Person } from '../../../contract/accounts/people.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** Who may sign in, and who is invited. */
export function peopleQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.people, token],
    queryFn: ({ signal }) => jsonRequest<People>('GET', ADMIN_API.people, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** What colleagues call a person. */
export function nameOf({ displayName, username }: Pick<Person, 'displayName' | 'username'>): string {
  return displayName ?? username
}
