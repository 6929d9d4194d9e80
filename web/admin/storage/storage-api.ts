import { queryOptions } from '@tanstack/react-query'
import { API } from '../../../contract/paths.ts'
import type { StorageStatus } from '../../../contract/storage.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { keepTrying } from '../../api/keep-trying.ts'
import { pollInterval } from './check-texts.ts'

/** How it stands with the resumes; read again by itself while something is under way. */
export function storageStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.storage, token],
    queryFn: ({ signal }) => jsonRequest<StorageStatus>('GET', API.storage, { token, signal }),
    refetchOnReconnect: keepTrying.refetchOnReconnect,
    refetchInterval: (query) => keepTrying.refetchInterval(query) || pollInterval(query.state.data),
    staleTime: 0,
  })
}

/** Has all files checked; gives how it stands once that has begun. */
export function requestCheck(): Promise<StorageStatus> {
  return jsonRequest('POST', API.storageCheck, { token: readToken() })
}
