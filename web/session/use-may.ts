import { createContext, useCallback, useContext } from 'react'
import type { User } from '../../contract/accounts/account.ts'
import type { Role } from '../../contract/accounts/roles.ts'
import { type Asker, may, type Permission } from '../../contract/policies/policy.ts'

/** The signed-in person, as the guard of the admin area has read it. Without one: what a hiring manager without postings may. */
export const SignedInPerson = createContext<
  Asker & Partial<Pick<User, 'id' | 'username' | 'displayName' | 'secondFactor'>>
>({
  role: 'hiring_manager',
  assignments: [],
})

/** Asks what the signed-in person may do: what one may not do is not shown. The server asks the same policies. */
export function useMay(): (permission: Permission, jobId?: number | null) => boolean {
  const person = useContext(SignedInPerson)
  return useCallback((permission, jobId) => may(person, permission, jobId), [person])
}

/** What the signed-in person is called, and the role. */
export function useOwnName(): { name: string | undefined; role: Role } {
  const { username, displayName, role } = useContext(SignedInPerson)
  return { name: displayName ?? username, role }
}

/** Who the signed-in person is: for what only its author may change, and only an owner beside. */
export function useOwn(): { id: number | undefined; isOwner: boolean } {
  const { id, role } = useContext(SignedInPerson)
  return { id, isOwner: role === 'owner' }
}

/** When the session of the signed-in person opens nothing any more, for want of a second factor; null for never. */
export function useFactorNeededFrom(): string | null {
  return useContext(SignedInPerson).secondFactor?.neededFrom ?? null
}
