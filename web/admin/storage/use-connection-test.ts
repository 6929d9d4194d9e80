import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StorageTest } from '../../../contract/site/storage.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { type RemoteStoreName, STORES } from '../../../contract/wire/file-store-names.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast/toast.ts'
import { connectionStateOf, connectionToneOf, describeTest } from './storage-texts.ts'

/** State of a remote store, and the action that tests it. */
export type Connection = ReturnType<typeof useConnectionTest>

/** State of a remote store: tested silently when the page opens, with a toast after the button. */
export function useConnectionTest(store: RemoteStoreName, isConfigured: boolean) {
  const client = useQueryClient()
  const { token } = useAuth()
  const [isTesting, setTesting] = useState(false)
  const { path } = STORES[store].test
  const { data, isError, refetch } = useQuery({
    queryKey: [path, token],
    queryFn: ({ signal }) => jsonRequest<StorageTest>('GET', path, { token, signal }),
    staleTime: 0,
  })

  const test = async () => {
    setTesting(true)
    const result = await refetch()
    setTesting(false)
    const notice = describeTest(result.data, result.error, store)
    if (notice) toast(notice)
    // A connected store makes the server retry failed replicas.
    if (result.data?.connected) client.invalidateQueries({ queryKey: [ADMIN_API.storage] })
  }

  const state = connectionStateOf(data, isError, store)
  return { state, tone: connectionToneOf(state, isConfigured), isTesting, test }
}
