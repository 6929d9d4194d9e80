import type { Application } from '../../../contract/applications/application.ts'
import { type AnswerClock, readAnswerClock } from '../../../contract/promise/answer-clock.ts'
import { isAnswerDue } from '../../../contract/promise/answer-due.ts'
import { usePageData } from '../../layout/page-data-context.ts'

/** Reads the answer clock of an application in the zone of the company; null where none runs. */
export function useAnswerClock({
  status,
  archived,
  createdAt,
  answerBy,
}: Pick<Application, 'status' | 'archived' | 'createdAt' | 'answerBy'>): AnswerClock | null {
  const { timeZone } = usePageData().company
  // A row without a valid date says so in its own cell.
  const isDated = !Number.isNaN(Date.parse(createdAt))
  if (!isDated || !isAnswerDue({ status, archived, answerBy })) return null
  return readAnswerClock({ createdAt, answerBy }, { timeZone, now: new Date() })
}
