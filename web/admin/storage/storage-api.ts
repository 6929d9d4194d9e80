import { queryOptions } from '@tanstack/react-query'
import { API } from '../../../contract/paths.ts'
import type { StorageStatus } from '../../../contract/storage.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { pollInterval } from './check-texts.ts'

/** Status of the resume files; polled while something is running. */
export function storageStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.storage, token],
    queryFn: ({ signal }) => jsonRequest<StorageStatus>('GET', API.storage, { token, signal }),
    refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
    refetchInterval: (query) => retryAfterFailure.refetchInterval(query) || pollInterval(query.state.data),
    staleTime: 0,
  })
}

/** Starts a check of all files; returns the status. */
export function requestCheck(): Promise<StorageStatus> {
  return jsonRequest('POST', API.storageCheck, { token: readToken() })
}
