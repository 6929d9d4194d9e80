import { useEffect, useReducer, useState } from 'react'
import type { Application } from '../../../../../contract/applications/application.ts'
import { isDrawable, openPreparedPdf, type PreparedPdf, readyPdf, resumeKey } from './prepared-resumes.ts'

const RETRY_MS = 5_000

/** The PDF of an application. */
export type PdfState = { pdf: PreparedPdf | undefined; error: Error | undefined; retry: () => void }

/**
 * Fetches and parses the PDF of an application; one that was prepared ahead is there at once. One that the network failed
 * is tried again by itself.
 */
export function usePreparedPdf(application: Application): PdfState {
  const key = isDrawable(application) ? resumeKey(application) : null
  const [attempt, retry] = useReducer((attempts: number) => attempts + 1, 0)
  const [, noteReady] = useReducer((changes: number) => changes + 1, 0)
  const [failure, setFailure] = useState<{ key: string; error: Error } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the file; an attempt tries it again.
  useEffect(() => {
    if (key === null) return
    let isCurrent = true
    setFailure(null)
    openPreparedPdf(application).then(
      () => isCurrent && noteReady(),
      (error) => isCurrent && setFailure({ key, error }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, attempt])
  useEffect(() => {
    // Without a status, only the network has failed. Right after the browser is online again, it may fail once more.
    if (!(failure?.error instanceof TypeError)) return
    const retryIfOnline = () => navigator.onLine && retry()
    const timer = setInterval(retryIfOnline, RETRY_MS)
    window.addEventListener('online', retryIfOnline)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retryIfOnline)
    }
  }, [failure])
  return {
    pdf: key === null ? undefined : readyPdf(application),
    error: failure?.key === key ? failure?.error : undefined,
    retry,
  }
}
