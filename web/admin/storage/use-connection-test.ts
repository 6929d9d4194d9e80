import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { API } from '../../../contract/paths.ts'
import type { StorageTest } from '../../../contract/storage.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useSessionWatch } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast.ts'
import { connectionStateOf, connectionToneOf, describeTest } from './storage-texts.ts'

/** What can be tested, by its name: where the test is called, and what it is called when it fails. */
const TESTS = { 'Google Drive': API.storageTest, S3: API.s3Test }

/** How a cloud store stands, and testing it. */
export type Connection = ReturnType<typeof useConnectionTest>

/** How a cloud store stands: tested silently when the page opens, and aloud when asked for. */
export function useConnectionTest(name: keyof typeof TESTS, isConfigured: boolean) {
  const client = useQueryClient()
  const { token } = useAuth()
  const [isTesting, setTesting] = useState(false)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [TESTS[name], token],
    queryFn: ({ signal }) => jsonRequest<StorageTest>('GET', TESTS[name], { token, signal }),
    staleTime: 0,
  })
  useSessionWatch(error)

  const test = async () => {
    setTesting(true)
    const result = await refetch()
    setTesting(false)
    const notice = describeTest(result.data, result.error, name)
    if (notice) toast(notice)
    // A store that answers makes the server try again what had failed.
    if (result.data?.connected) client.invalidateQueries({ queryKey: [API.storage] })
  }

  const state = connectionStateOf(data, isError, name)
  return { state, tone: connectionToneOf(state, isConfigured), isTesting, test }
}
