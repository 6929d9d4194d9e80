import type { FurtherFacts } from '../jobs/further-facts.ts'
import type { PublicJob } from '../jobs/job.ts'
import type { AnswerField } from '../jobs/question-answers.ts'
import type { ApplicantField } from './applicant-fields.ts'
import type { Receipt } from './receipt.ts'
import type { ResumeSection } from './written-resume.ts'

/** A field of the application form that an error can be about. */
export type FormField = TypedField | 'resume'

/** A field that an applicant fills in; an answer is named as `question-answers.ts` says. */
export type TypedField = ApplicantField | ResumeSection | AnswerField

/** Why a form was refused; `field` is null when no single field is the reason. */
export type FormFault = { field: FormField | null; message: string }

/** What the apply page shows of the posting. */
type AppliedJob = FurtherFacts &
  Pick<PublicJob, 'id' | 'title' | 'jobType' | 'location' | 'department' | 'askedQuestions'> & { pay: string | null }

/** What the apply page shows (`docs/decisions/0072-form-without-javascript.md`); null when the posting is not open. */
export type ApplyPageData = {
  /** Null for a general application. */
  job: AppliedJob | null
  /** What a refused form contained, each field up to its limit; empty before the first attempt. */
  typed: Partial<Record<TypedField, string>>
  /** Empty before the first attempt; at most one for each field. */
  faults: FormFault[]
  /** What `typed` has of a refused form; `none` of one that was not read, whose page has no form. */
  kept: 'all' | 'cut' | 'none'
  /** Where the visit began, of a refused form; null on a page that every visitor gets. */
  source: string | null
}

/** What the confirmation page shows; null when its link is not valid, or not any more. */
export type SentPageData = {
  receipt: Receipt
  /** The signed link, for the address of the receipt's file. */
  link: string
  /** The promised day of an answer. */
  answerBy: string
  /** Whether a mail server is configured, so that the receipt also comes by email. */
  sendsMail: boolean
}
