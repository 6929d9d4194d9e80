import { queryOptions } from '@tanstack/react-query'
import type { StorageStatus } from '../../../contract/site/storage.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { pollInterval } from './check-texts.ts'

/** Status of the resume files; polled while something is running. */
export function storageStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.storage, token],
    queryFn: ({ signal }) => jsonRequest<StorageStatus>('GET', ADMIN_API.storage, { token, signal }),
    refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
    refetchInterval: (query) => retryAfterFailure.refetchInterval(query) || pollInterval(query.state.data),
    staleTime: 0,
  })
}

/** Starts a check of all files; returns the status. */
export function requestCheck(): Promise<StorageStatus> {
  return jsonRequest('POST', ADMIN_API.storageCheck, { token: readToken() })
}
