import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { applicationKey } from '../../api/application-api.ts'
import { QUEUE_KEY } from './review-api.ts'
import { dropFromQueue, type Newer, type QueueData, updateQueue } from './review-queue.ts'

/** The actions that bring the loaded queues and applications up to date without reading them again. */
export function useReviewCache() {
  const client = useQueryClient()
  const { token } = useAuth()
  return useMemo(() => {
    const queues = { queryKey: QUEUE_KEY }
    const rowsOf = () =>
      client
        .getQueriesData<QueueData>(queues)
        .flatMap(([, queue]) => queue?.pages.flatMap(({ applications }) => applications) ?? [])
    const changeQueues = (change: (queue: QueueData) => QueueData) =>
      client.setQueriesData<QueueData>(queues, (queue) => queue && change(queue))
    const cache = {
      /** Stops reads that began before a change. */
      cancelReads: () => client.cancelQueries(queues),
      /** An application as it is shown. */
      find: (id: number): Application | undefined =>
        client.getQueryData<Application>(applicationKey(token, id)) ?? rowsOf().find((one) => one.id === id),
      /** Shows what is newer of an application where it is open, but leaves it in its queue. */
      show: (newer: Newer) =>
        client.setQueryData<Application>(applicationKey(token, newer.id), (one) => one && { ...one, ...newer }),
      /** Updates an application in every queue: in those that no longer list it, it is left out. */
      put: (newer: Newer) => changeQueues((queue) => updateQueue(queue, newer)),
      /** Shows applications again after an undo; queues that were or are being read without them are read again, once. */
      restore: (applications: readonly Application[]) => {
        for (const application of applications) {
          cache.show(application)
          cache.put(application)
        }
        const listed = new Set(rowsOf().map(({ id }) => id))
        if (client.isFetching(queues) > 0 || applications.some(({ id }) => !listed.has(id)))
          client.invalidateQueries(queues)
      },
      /** Removes an application that was deleted; opened again, it is asked for. */
      forget: (id: number) => {
        client.removeQueries({ queryKey: applicationKey(token, id) })
        changeQueues((queue) => dropFromQueue(queue, id))
      },
    }
    return cache
  }, [client, token])
}
