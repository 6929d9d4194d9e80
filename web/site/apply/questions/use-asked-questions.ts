import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AskedQuestion } from '../../../../contract/jobs/question.ts'
import { jobQuery } from '../../../posting/job-api.ts'

const NONE: readonly AskedQuestion[] = []

/**
 * The questions of a posting as they were when the form was opened, until the server says that they have changed.
 * @param given undefined for a general application
 */
export function useAskedQuestions(jobId: number | undefined, given: readonly AskedQuestion[] = NONE) {
  const client = useQueryClient()
  const [latest, setLatest] = useState<readonly AskedQuestion[]>()
  return {
    questions: latest ?? given,
    /** Reads the questions again. Without a connection the form keeps those that it shows. */
    refresh: async () => {
      if (jobId === undefined) return
      const job = await client.fetchQuery({ ...jobQuery(jobId), staleTime: 0 }).catch(() => null)
      if (job) setLatest(job.askedQuestions)
    },
  }
}
