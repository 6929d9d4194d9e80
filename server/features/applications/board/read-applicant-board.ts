import type { ApplicantBoard, ApplicantCounts, BoardCard } from '../../../../contract/applications/applicant-board.ts'
import { APPLICATION_STATUSES, FIRST_STATUS, isOpen } from '../../../../contract/applications/status-lists.ts'
import type { QuestionAnswer } from '../../../../contract/jobs/question.ts'
import { marksIn } from '../../../../contract/jobs/question-kinds.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { presentAnswerDay } from '../stored/application-presenter.ts'
import {
  type BoardRow,
  countJobGroups,
  findStageStarts,
  type JobGroup,
  listBoardColumn,
} from './applicant-board-queries.ts'

/** Characters of an answer on a card, which has one line for it. */
const MOST_OF_ANSWER = 120

/** How many applications each posting has; one without applications is left out. */
export async function readApplicantCounts(db: Db): Promise<ApplicantCounts[]> {
  const byJob = Map.groupBy(await countJobGroups(db), ({ job_id }) => job_id)
  return [...byJob].map(([jobId, groups]) => {
    const current = groups.filter(({ archived }) => archived === 0)
    return {
      jobId,
      total: total(groups),
      pending: total(current.filter(({ status }) => status === FIRST_STATUS)),
      open: total(current.filter(({ status }) => isOpen(status))),
    }
  })
}

/**
 * The board of a posting: a column for each status, archived and quarantined applications left out.
 * @param limit cards of one column
 */
export async function readApplicantBoard(db: Db, jobId: number, limit: number): Promise<ApplicantBoard> {
  const groups = (await countJobGroups(db, jobId)).filter(({ archived }) => archived === 0)
  const columns = await Promise.all(
    APPLICATION_STATUSES.map(async (status) => {
      const count = total(groups.filter((group) => group.status === status))
      return { status, count, rows: count === 0 ? [] : await listBoardColumn(db, { jobId, status, limit }) }
    }),
  )
  const starts = await findStageStarts(
    db,
    columns.flatMap(({ rows }) => rows.map(({ id }) => id)),
  )
  return {
    columns: columns.map(({ status, count, rows }) => ({
      status,
      total: Math.max(count, rows.length),
      cards: rows.map((row) => ({
        id: row.id,
        version: row.version,
        name: row.name,
        createdAt: row.created_at,
        inStageSince: starts.get(row.id) ?? row.created_at,
        interviewDate: row.interview_date,
        answerBy: presentAnswerDay(row),
        ...summarizeAnswers(row),
        isWithdrawn: row.withdrawn_at !== null,
      })),
    })),
  }
}

function summarizeAnswers({ question_answers }: BoardRow): Pick<BoardCard, 'firstAnswer' | 'marks'> {
  const answers = JSON.parse(question_answers) as QuestionAnswer[]
  const first = answers.find(({ answer }) => answer.length > 0)?.answer.join(', ')
  return { firstAnswer: first?.slice(0, MOST_OF_ANSWER).toWellFormed() ?? null, marks: marksIn(answers) }
}

function total(groups: JobGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
