import type { Role } from '../accounts/roles.ts'

/**
 * How far a permission reaches: to all rows; to those of the postings that a hiring manager has; to those of the postings for
 * which the manager may also decide and write to applicants.
 */
export type Reach = 'all' | 'assigned' | 'deciding'

/** One thing that people may do, and how far each role may. An owner may do everything. */
export type Permission = {
  /** What it lets a person do, as the table of `docs/security.md` says it. */
  readonly does: string
  /** Left out where the role may not. */
  readonly recruiter?: 'all'
  /** Left out where the role may not. */
  readonly hiring_manager?: Reach
}

/** The permissions of one resource, by name. */
export type Policy = Readonly<Record<string, Permission>>

/** A posting that a hiring manager has, and whether the manager may also decide and write to its applicants. */
export type AssignedPosting = { jobId: number; decides: boolean }

/** Who asks for a permission. */
export type Asker = { role: Role; assignments: readonly AssignedPosting[] }

/** How far a role may use a permission; null where it may not at all. */
export function reachOf(role: Role, permission: Permission): Reach | null {
  return role === 'owner' ? 'all' : (permission[role] ?? null)
}

/**
 * Whether a person may do something to what belongs to a posting.
 * @param jobId the posting; null for what belongs to none; left out to ask whether the person may do it to anything
 */
export function may({ role, assignments }: Asker, permission: Permission, jobId?: number | null): boolean {
  const reach = reachOf(role, permission)
  if (reach === null || reach === 'all') return reach === 'all'
  const asked = jobId === undefined ? assignments : assignments.filter((each) => each.jobId === jobId)
  return asked.some(({ decides }) => reach === 'assigned' || decides) || (jobId === undefined && reach === 'assigned')
}
