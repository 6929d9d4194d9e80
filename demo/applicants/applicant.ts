import type { Application } from '../../contract/applications/application.ts'
import { recoveryNote as noteOfRecovery } from '../../server/features/recovery/recovery-note.ts'
import type { DemoJobKey } from '../demo-jobs.ts'
import { jobIndex } from '../demo-jobs.ts'
import type { Moment } from '../moment.ts'
import type { Trade } from '../resumes/trades.ts'

/** What a resume is written from. */
type Career = {
  trade: Trade
  /** City and state of residence. */
  home: string
  /** Year of the first job; a student's is that of the internship. */
  since: number
}

/** A demo application: what was sent, and what the recruiter has done with it since. */
export type DemoApplicant = Pick<
  Application,
  'name' | 'email' | 'phone' | 'note' | 'status' | 'archived' | 'feedback'
> & {
  /** Index in `demoJobs`; null for a general application; `removed` for a posting that has been deleted since. */
  job: number | 'removed' | null
  /** Becomes `createdAt`. */
  submitted: Moment
  /** Becomes `interviewDate`. */
  interview: Moment | null
  /** What became of the times that were offered; null where none were. */
  offer: 'open' | 'chosen' | 'expired' | null
  /** Kind of the resume file; null where none was sent. */
  resume: 'pdf' | 'docx' | null
  career: Career
  /** To the questions of the posting, in their order; empty where they were asked later. */
  answers: readonly (readonly string[])[]
}

/** What has to be written for one application; the rest has a usual value. */
export type ApplicantContent = Pick<DemoApplicant, 'name' | 'email' | 'phone' | 'status' | 'submitted' | 'career'> &
  Partial<Pick<DemoApplicant, 'note' | 'archived' | 'feedback' | 'interview' | 'offer' | 'resume' | 'answers'>> & {
    job?: DemoJobKey | 'removed'
  }

/** Fills in the usual values: no note, no feedback, no interview, no offered times, general application, resume as PDF. */
export function applicant({ job, ...content }: ApplicantContent): DemoApplicant {
  const usual = {
    note: null,
    archived: false,
    feedback: null,
    interview: null,
    offer: null,
    resume: 'pdf',
    answers: [],
  } as const
  return { ...usual, ...content, job: job === undefined || job === 'removed' ? (job ?? null) : jobIndex(job) }
}

/**
 * Writes the note of a resubmitted application.
 * @param originalDate as the applicant typed it
 * @param jobTitle as the applicant typed it
 * @param additional free text
 */
export function recoveryNote(originalDate: string, jobTitle: string, additional: string): string {
  return noteOfRecovery({ originalSubmissionDate: originalDate, jobTitle, additionalInfo: additional })
}
