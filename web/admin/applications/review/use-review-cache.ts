import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { useAuth } from '../../../session/use-auth.ts'
import type { ListView } from '../list/list-view.ts'
import { applicationKey, QUEUE_KEY } from './review-api.ts'
import { changeQueue, type QueueData, restoreToQueue } from './review-queue.ts'

/** The actions that bring the loaded queues and applications up to date without reading them again. */
export function useReviewCache() {
  const client = useQueryClient()
  const { token } = useAuth()
  return useMemo(() => {
    const changeQueues = (change: (queue: QueueData, view: ListView) => QueueData) => {
      for (const [key, queue] of client.getQueriesData<QueueData>({ queryKey: QUEUE_KEY })) {
        if (queue) client.setQueryData(key, change(queue, key[2] as ListView))
      }
    }
    return {
      /** Stops reads that began before a change. */
      cancelReads: () => client.cancelQueries({ queryKey: QUEUE_KEY }),
      /** Shows a version of an application wherever it is open, but leaves it in its queue. */
      show: (application: Application) => client.setQueryData(applicationKey(token, application.id), application),
      /** Updates an application in every queue, or removes it from those that no longer list it. */
      put: (id: number, after: Application | null) =>
        changeQueues((queue, view) => changeQueue(queue, view, id, after)),
      /** Puts an application back into its queues. */
      restore: (application: Application, index: number) =>
        changeQueues((queue, view) => restoreToQueue(queue, view, application, index)),
      /** Removes an application that was deleted; opened again, it is asked for. */
      forget: (id: number) => {
        client.removeQueries({ queryKey: applicationKey(token, id) })
        changeQueues((queue, view) => changeQueue(queue, view, id, null))
      },
    }
  }, [client, token])
}
