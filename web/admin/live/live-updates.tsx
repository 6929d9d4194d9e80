import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent } from '../../../contract/team/live-events.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { useAuth } from '../../session/use-auth.ts'
import { streamStore } from '../api/stream-store.ts'
import { refreshDashboard } from '../applications/changes/pending-changes.ts'
import { stopHolding } from '../applications/changes/seen-list.ts'
import { keepStream } from './keep-stream.ts'

/** Events within this time are read together; each page waits differently, so that not all ask at once. In milliseconds. */
const GATHERED_MS = { least: 100, spread: 300 }

/** What an event makes a page read again: add the prefix of a query's key here, and it is live. */
const READ_AGAIN = {
  postings: [[API.jobs], [ADMIN_API.adminJobs], [ADMIN_API.applicantCounts], [ADMIN_API.applicantBoard]],
  notices: [[ADMIN_API.notices]],
  // The views that name a tag that was merged name another one.
  tags: [[ADMIN_API.tags], [ADMIN_API.savedViews]],
} as const satisfies Partial<Record<keyof LiveEvent, readonly (readonly string[])[]>>

/** Reads what the page shows again when others have changed it. Shows nothing. */
export function LiveUpdates() {
  const client = useQueryClient()
  const { token } = useAuth()
  useEffect(() => {
    if (token === null) return
    const refresh = gather((events) => readAgain(client, events))
    let wasOpen = false
    const end = keepStream(token, {
      onEvent: (event) => {
        const { readers } = event
        if (readers) streamStore.set({ ...streamStore.state, readers })
        else refresh(event)
      },
      onOpen: (stream) => {
        const isOpen = stream !== undefined
        streamStore.set({ stream })
        if (document.visibilityState === 'hidden') stopHolding()
        if (isOpen && wasOpen) refresh({ all: true })
        wasOpen ||= isOpen
      },
      // The reads are refused too, and say so.
      onRefused: () => refresh({ all: true }),
    })
    return () => {
      refresh.cancel()
      end()
    }
  }, [client, token])
  return null
}

/** Hands events on together. */
function gather(handle: (events: readonly LiveEvent[]) => void) {
  let gathered: LiveEvent[] = []
  let timer: number | undefined
  const flush = () => {
    const events = gathered
    gathered = []
    timer = undefined
    handle(events)
  }
  const add = (event: LiveEvent) => {
    gathered.push(event)
    timer ??= window.setTimeout(flush, GATHERED_MS.least + Math.random() * GATHERED_MS.spread)
  }
  return Object.assign(add, { cancel: () => window.clearTimeout(timer) })
}

function readAgain(client: QueryClient, events: readonly LiveEvent[]): void {
  const isAll = events.some(({ all }) => all)
  for (const [name, keys] of Object.entries(READ_AGAIN))
    if (isAll || events.some((event) => event[name as keyof typeof READ_AGAIN]))
      for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  const changed = events.flatMap(({ applications = [] }) => (applications === 'many' ? [] : applications))
  const isMany = isAll || events.some(({ applications }) => applications === 'many')
  if (!isMany && changed.length === 0) return
  void refreshDashboard(client)
  const prefixes = isMany
    ? [ADMIN_API.adminApplication.replace(':id', '')]
    : changed.map((id) => `${pathTo(ADMIN_API.adminApplication, id)}/`)
  void client.invalidateQueries({
    predicate: ({ queryKey: [address] }) => prefixes.some((prefix) => String(address).startsWith(prefix)),
  })
}
