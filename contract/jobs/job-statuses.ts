/** Stored statuses of a posting. */
export const JOB_STATUSES = ['active', 'draft', 'cancelled', 'filled'] as const

/** One of the stored statuses of a posting. */
export type JobStatus = (typeof JOB_STATUSES)[number]

/** The one state in which visitors see a posting and may apply for it, until its closing date is over. */
export const OPEN_JOB = { status: 'active', isActive: true } as const

/** Whether visitors see a posting and may apply for it, as far as status and switch decide. */
export function isOpenJob({ status, isActive }: { status: JobStatus; isActive: boolean }): boolean {
  return status === OPEN_JOB.status && isActive === OPEN_JOB.isActive
}

/**
 * Whether the last open day of a posting is over.
 * @param today the date where the company is, such as `2026-09-30`
 */
export function isPastClosing({ closingDate }: { closingDate: string | null }, today: string): boolean {
  return closingDate !== null && closingDate < today
}

/** When visitors could first see an open posting. */
export function publishedOn({ publishedAt, createdAt }: { publishedAt: string | null; createdAt: string }): string {
  return publishedAt ?? createdAt
}
