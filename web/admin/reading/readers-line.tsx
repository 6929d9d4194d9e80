import { useEffect, useSyncExternalStore } from 'react'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { STREAM_EVENT, streamStore } from '../api/stream-store.ts'
import { describeReaders } from './reader-texts.ts'

/** An application counts as read once it is shown for so long: who steps through a list reads none on the way. In milliseconds. */
const SETTLED_MS = 300

/**
 * Says to others that this page shows an application, and shows who else has it open (`docs/decisions/0148-beside-others.md`). Takes its
 * place in a line from the start, so that it moves nothing; without a stream of changes it stays empty.
 */
export function ReadersLine({ applicationId }: { applicationId: number }) {
  const { stream, readers } = useSyncExternalStore(subscribe, () => streamStore.state)
  useEffect(() => {
    // A server of an earlier version names none.
    if (!stream) return
    let isSaid = false
    const timer = setTimeout(() => {
      isSaid = true
      say(applicationId, stream, true)
    }, SETTLED_MS)
    return () => {
      clearTimeout(timer)
      // What a stream has said ends with it.
      if (isSaid && streamStore.state.stream === stream) say(applicationId, stream, false)
    }
  }, [stream, applicationId])
  const words = readers?.application === applicationId ? describeReaders(readers) : ''
  return (
    <span role="status" className="readers" title={words || undefined}>
      {words}
    </span>
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(STREAM_EVENT, onChange)
  return () => window.removeEventListener(STREAM_EVENT, onChange)
}

/** Nothing is lost where it cannot be said: the page works as it does alone. */
function say(applicationId: number, stream: string, isReading: boolean): void {
  const body = { stream, isReading }
  jsonRequest('PUT', pathTo(ADMIN_API.reading, applicationId), { token: readToken(), body }).catch(() => undefined)
}
