import {
  APPLICATION_STATUS,
  type ApplicationStage,
  type ApplicationStatus,
} from '../../../contract/applications/application-statuses.ts'
import type { MyApplication } from '../../../contract/applications/my-application.ts'
import {
  isDecision,
  isRefusal,
  REFUSAL_STATUSES,
  WAITING_STATUSES,
} from '../../../contract/applications/status-lists.ts'
import { type QuestionAnswer, withoutMarks } from '../../../contract/jobs/question.ts'
import { withoutPrivateLink } from '../../../contract/messages/message-template.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Db } from '../../platform/database/tables.ts'
import { applicantOf } from '../applications/stored/application-fields.ts'
import { type ApplicationWithResume, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { presentOwnOffers } from '../interview-offers/offer-presenter.ts'
import { listShownOffers } from '../interview-offers/offer-queries.ts'
import { presentOwnInterview } from '../interviews/stored/interview-presenter.ts'
import { listShownInterviews } from '../interviews/stored/interview-queries.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { readKeeping } from '../retention/keep-on-file.ts'
import { listMoves, listSentMessages, type ShownMove } from './my-application-queries.ts'

/** Reads an application for its applicant: nothing that admins wrote but messages that have left. */
export async function readMyApplication(
  services: Pick<Services, 'db' | 'today' | 'config'>,
  id: number,
  now: Date,
): Promise<MyApplication | undefined> {
  const { db } = services
  const row = await findApplication(db, id)
  if (!row) return undefined
  const sent = await listSentMessages(db, id)
  const titles = row.job_id === null ? null : await findJobTitles(db, [row.job_id])
  const stage = await readStage(db, row, sent, now)
  const keeping = await readKeeping(db, services, { applicationId: id, now })
  return {
    reference: formatReference('APP', id),
    job: (row.job_id !== null && titles?.get(row.job_id)) || null,
    stage,
    answer: presentAnswer(row, stage),
    withdrawnAt: row.withdrawn_at,
    createdAt: row.created_at,
    ...applicantOf(row),
    questionAnswers: withoutMarks(JSON.parse(row.question_answers) as QuestionAnswer[]),
    resume: presentResume(row),
    interviews: (await listShownInterviews(db, id, now)).map(presentOwnInterview),
    offers: await presentOwnOffers(db, await listShownOffers(db, id, now), now),
    keeping: keeping.offer === null && keeping.consent === null ? null : keeping,
    messages: sent.flatMap(({ subject, body, settled_at }) =>
      settled_at ? [{ subject, body: withoutPrivateLink(body), sentAt: settled_at }] : [],
    ),
  }
}

/** The stage that the applicant sees. @param sent the messages that have left */
export async function readStage(
  db: Db,
  { id, status }: Pick<ApplicationWithResume, 'id' | 'status'>,
  sent: readonly { kind: string; settled_at: string | null }[],
  now: Date,
): Promise<ApplicationStage> {
  const isRefused = (kind: string) => (REFUSAL_STATUSES as readonly string[]).includes(kind)
  const refusals = sent.flatMap(({ kind, settled_at }) => (isRefused(kind) && settled_at ? [settled_at] : []))
  const refusalsSentAt = refusals.map((sentAt) => new Date(sentAt))
  return stageOf(status, await listMoves(db, id), refusalsSentAt, now)
}

/** What was promised, and how it was kept. Only what the applicant may know decides: a decision that is not told stops no clock. */
function presentAnswer(row: ApplicationWithResume, stage: ApplicationStage): MyApplication['answer'] {
  const { answer_by, first_answered_at, withdrawn_at, archived } = row
  const isWaiting = WAITING_STATUSES.some((status) => APPLICATION_STATUS[status].stage === stage)
  if (withdrawn_at !== null || archived === 1 || (first_answered_at === null && !isWaiting)) return null
  return { by: answer_by, at: first_answered_at }
}

function presentResume({ resume_name, resume_kind, resume_size }: ApplicationWithResume): MyApplication['resume'] {
  if (resume_kind === null || resume_size === null) return null
  return { fileName: resume_name || `resume.${resume_kind}`, size: resume_size }
}

/**
 * The stage that an applicant sees. What promises nothing shows at once, and so does an interview at a time that the applicant
 * has chosen; another interview or a hire shows once it cannot be undone any more, and a refusal as soon as its message has
 * left. Until then the last status shows that was shown before.
 * @param moves the changes of status that stand, newest first
 */
function stageOf(
  status: ApplicationStatus,
  moves: readonly Pick<ShownMove, 'from' | 'at' | 'isOwn'>[],
  refusalsSentAt: readonly Date[],
  now: Date,
): ApplicationStage {
  let [shown, until] = [status, now]
  for (const { from, at, isOwn } of moves) {
    const isShown = isRefusal(shown)
      ? refusalsSentAt.some((sent) => sent >= at && sent <= until)
      : isOwn || !isDecision(shown) || until.getTime() - at.getTime() >= UNDO_TIME_MS
    if (isShown) break
    shown = from
    until = at
  }
  return APPLICATION_STATUS[shown].stage
}
