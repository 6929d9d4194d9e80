import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { API } from '../../contract/paths.ts'
import type { StorageTest } from '../../contract/storage.ts'
import { jsonRequest } from '../api/json-request.ts'
import { useSessionWatch } from '../session/end-session.ts'
import { useAuth } from '../session/use-auth.ts'
import type { BadgeTone } from '../ui/badge.tsx'
import { toast } from '../ui/toast.ts'
import { describeTest, driveStateOf } from './storage-texts.ts'

/** How the cloud drive stands: tested silently when the page opens, and aloud when asked for. */
export function useDriveTest() {
  const client = useQueryClient()
  const { token } = useAuth()
  const [isTesting, setTesting] = useState(false)
  const { data, error, isError, refetch } = useQuery({
    queryKey: [API.storageTest, token],
    queryFn: ({ signal }) => jsonRequest<StorageTest>('GET', API.storageTest, { token, signal }),
    staleTime: 0,
  })
  useSessionWatch(error)

  const test = async () => {
    setTesting(true)
    const result = await refetch()
    setTesting(false)
    const notice = describeTest(result.data, result.error)
    if (notice) toast(notice)
    // A drive that answers makes the server try again what had failed.
    if (result.data?.connected) client.invalidateQueries({ queryKey: [API.storage] })
  }

  const drive = driveStateOf(data, isError)
  return { drive, tone: toneOf(drive.isConnected, drive.word), isTesting, test }
}

function toneOf(isConnected: boolean, word: string): BadgeTone {
  if (isConnected) return 'green'
  return word === 'Disconnected' ? 'amber' : 'grey'
}
