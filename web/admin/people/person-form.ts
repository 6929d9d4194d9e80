import type { NewInvitation, Person, PersonChange } from '../../../contract/accounts/people.ts'
import type { Role } from '../../../contract/accounts/roles.ts'
import type { AssignedPosting } from '../../../contract/policies/policy.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'

/** What a form about a person holds. Postings stay in it while another role is tried. */
export type PersonFields = { displayName: string; email: string; role: Role; assignments: readonly AssignedPosting[] }

/** A form about a new person. */
export const NEW_PERSON: PersonFields = { displayName: '', email: '', role: 'recruiter', assignments: [] }

/** The form about a person as stored. */
export function fieldsOf({ displayName, email, role, assignments }: Person): PersonFields {
  return { displayName: displayName ?? '', email: email ?? '', role, assignments }
}

/** The body that invites a person. */
export function invitationOf(fields: PersonFields, byMail: boolean): NewInvitation {
  const { displayName, email, role, assignments } = fields
  return {
    displayName: cleanLine(displayName),
    email: cleanLine(email) || null,
    role,
    byMail,
    assignments: [...givenTo(role, assignments)],
  }
}

/** What a form changes about a person; undefined where that is nothing. */
export function changeOf(before: Person, fields: PersonFields): PersonChange | undefined {
  const displayName = cleanLine(fields.displayName) || null
  const email = cleanLine(fields.email) || null
  const { role } = fields
  const assignments = [...givenTo(role, fields.assignments)]
  const change: PersonChange = {
    ...(displayName !== before.displayName && { displayName }),
    ...(email !== before.email && { email }),
    ...(role !== before.role && { role }),
    ...(textOf(assignments) !== textOf(before.assignments) && { assignments }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

/** Only hiring managers have postings. */
function givenTo(role: Role, assignments: readonly AssignedPosting[]): readonly AssignedPosting[] {
  return role === 'hiring_manager' ? assignments : []
}

function textOf(assignments: readonly AssignedPosting[]): string {
  return assignments
    .map(({ jobId, decides }) => `${jobId} ${decides}`)
    .toSorted()
    .join()
}

/** What is wrong with postings, by the id of the posting: the server names them by their place in what was sent. */
export function postingFaults(
  refused: Readonly<Record<string, string>>,
  sent: readonly AssignedPosting[],
): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(refused).flatMap(([path, message]) => {
      const jobId = sent[Number(/^assignments\.(\d{1,4})\.jobId$/.exec(path)?.[1] ?? Number.NaN)]?.jobId
      return jobId === undefined ? [] : [[jobId, message] as const]
    }),
  )
}
