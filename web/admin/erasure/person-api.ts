import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** What an erasure of the person of an application would remove. It is read anew whenever somebody is about to decide. */
export function personQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.personOfApplication, applicationId)
  return queryOptions({
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<Person>('GET', address, { token, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/**
 * Returns the action that erases the person of an application. Every list is read anew when it is next shown; not at once, since the
 * page of the erased application still stands and would ask for what is gone.
 */
export function useErasePerson(applicationId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ applications }: Pick<Person, 'applications'>) =>
      jsonRequest('POST', pathTo(ADMIN_API.erasePerson, applicationId), {
        token: readToken(),
        body: { applicationIds: applications.map(({ id }) => id) },
      }),
    onSuccess: () => {
      void client.invalidateQueries({ refetchType: 'none' })
    },
  })
}
