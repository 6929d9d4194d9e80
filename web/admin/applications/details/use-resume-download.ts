import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { ApiError } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { shouldRetryMutation } from '../../../api/retry-rules.ts'
import { isSessionOver, SESSION_EXPIRED, useEndSession } from '../../../session/end-session.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { fetchResume } from '../../api/application-api.ts'
import { HISTORY_KEY } from '../../api/history-api.ts'

const NO_TOKEN = 'Authentication token not found. Please log in again.'

/**
 * Downloads the resume of an application and shows the result.
 * @param version an earlier one; the current one without it
 */
export function useResumeDownload(version?: number) {
  const client = useQueryClient()
  const showFailure = useDownloadFailure()
  return useMutation({
    mutationFn: (application: Application) => fetchResume(application, tokenOrRaise(), { version }),
    retry: shouldRetryDownload,
    onSuccess: ({ file, fileName }) => {
      saveFile(file, fileName)
      toast({ title: 'Resume downloaded' })
      client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
    onError: showFailure,
  })
}

/** Retries a failed download like a write, but never without a token. */
export function shouldRetryDownload(failures: number, error: Error): boolean {
  return error.message !== NO_TOKEN && shouldRetryMutation(failures, error)
}

/** Returns the action that shows a failed download and ends an expired session. */
export function useDownloadFailure(): (error: Error) => void {
  const endSession = useEndSession()
  return useCallback(
    (error) => {
      toast({ title: 'Download failed', description: describeDownloadFailure(error), tone: 'error' })
      if (isSessionOver(error)) endSession()
    },
    [endSession],
  )
}

/**
 * The token that fetching a resume needs.
 * @throws Error with a message for the admin if none is stored
 */
export function tokenOrRaise(): string {
  const token = readToken()
  if (!token) throw new Error(NO_TOKEN)
  return token
}

/** The message for a failed download. */
export function describeDownloadFailure(error: Error): string {
  if (error.message === NO_TOKEN) return NO_TOKEN
  if (isSessionOver(error)) return SESSION_EXPIRED
  if (!(error instanceof ApiError)) return 'Failed to download resume file'
  return (
    error.serverMessage ?? (error.status === 404 ? 'Resume file not found on server' : 'Failed to download resume file')
  )
}
