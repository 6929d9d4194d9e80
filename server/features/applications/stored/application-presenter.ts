import type { Role } from '../../../../contract/accounts/roles.ts'
import {
  type Application,
  type EarlierResume,
  verifiedReceiptSchema,
} from '../../../../contract/applications/application.ts'
import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { decisionOf } from '../../../../contract/applications/status-lists.ts'
import type { QuestionAnswer } from '../../../../contract/jobs/question.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { reachOf } from '../../../../contract/policies/policy.ts'
import type { ApplicationRow, ResumeRow } from '../../../platform/database/tables.ts'
import { downloadName } from '../../../platform/uploads/resume-name.ts'
import { applicantOf } from './application-fields.ts'
import type { ApplicationWithResume } from './application-queries.ts'

/** What a signed-in admin reads of an application. */
export function presentApplication(row: ApplicationWithResume): Application {
  return {
    id: row.id,
    version: row.version,
    ...applicantOf(row),
    questionAnswers: JSON.parse(row.question_answers) as QuestionAnswer[],
    status: row.status,
    archived: row.archived === 1,
    quarantined: row.quarantined !== 0,
    eraseOn: row.erase_on,
    heldUntil: row.held_until,
    isErasing: Boolean(row.is_erasing),
    verifiedReceipt:
      row.verified_receipt === null ? null : verifiedReceiptSchema.parse(JSON.parse(row.verified_receipt)),
    jobId: row.job_id,
    assignee: presentAssignee(row),
    source: row.source,
    tagIds: presentTags(row),
    createdAt: row.created_at,
    feedback: row.feedback,
    interviewDate: row.interview_date,
    withdrawnAt: row.withdrawn_at,
    answerBy: presentAnswerDay(row),
    answered:
      row.answered_at !== null && row.answered_status === decisionOf(row)
        ? { at: row.answered_at, by: row.answered_by }
        : null,
    resume: presentResume(row),
  }
}

/** The same for one person: a hiring manager, whom a legal matter may concern, does not learn of a hold. */
export function presentTo({ role }: { role: Role }, row: ApplicationWithResume): Application {
  return reachOf(role, APPLICATIONS.delete) === null ? presentWithoutHold(row) : presentApplication(row)
}

/** The same for whoever it is that has lost to another change; the hold comes with the next read. */
export function presentWithoutHold(row: ApplicationWithResume): Application {
  return { ...presentApplication(row), heldUntil: null }
}

function presentAssignee({ assignee_id: id, assignee_name: name }: ApplicationWithResume): Application['assignee'] {
  return id === null || name === null ? null : { id, name }
}

function presentTags({ tag_ids }: ApplicationWithResume): number[] {
  return tag_ids === null
    ? []
    : tag_ids
        .split(',')
        .map(Number)
        .toSorted((one, other) => one - other)
}

/** The promised day of an answer; null once there was one, and for what was withdrawn. */
export function presentAnswerDay({
  answer_by,
  first_answered_at,
  withdrawn_at,
}: Pick<ApplicationRow, 'answer_by' | 'first_answered_at' | 'withdrawn_at'>): string | null {
  return first_answered_at === null && withdrawn_at === null ? answer_by : null
}

function presentResume(row: ApplicationWithResume): Application['resume'] {
  const { name, resume_kind, resume_name, resume_size, resume_scan, resume_version } = row
  if (resume_kind === null || resume_name === null || resume_size === null || resume_version === null) return null
  const file = { original_name: resume_name, kind: resume_kind, size: resume_size, scan: resume_scan }
  return { ...presentFile(file, name), version: resume_version }
}

/** Resumes that an applicant has replaced, newest first. @param applicant the name, for the names of the files */
export function presentEarlierResumes(rows: readonly ResumeRow[], applicant: string): EarlierResume[] {
  return rows.toReversed().flatMap((row) => {
    const { version, replaced_at } = row
    return replaced_at === null ? [] : { ...presentFile(row, applicant), version, replacedAt: replaced_at }
  })
}

function presentFile(
  { original_name, kind, size, scan }: Pick<ResumeRow, 'original_name' | 'kind' | 'size' | 'scan'>,
  applicant: string,
) {
  return { fileName: downloadName(original_name, kind, applicant), mediaType: RESUME_KINDS[kind].mediaType, size, scan }
}
