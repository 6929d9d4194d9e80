import { createContext, useContext } from 'react'
import { type Asker, may, type Permission } from '../../contract/policies/policy.ts'

/** The signed-in person, as the guard of the admin area has read it. Without one: what a hiring manager without postings may. */
export const SignedInPerson = createContext<Asker & { id?: number }>({
  role: 'hiring_manager',
  assignments: [],
})

/** Asks what the signed-in person may do: what one may not do is not shown. The server asks the same policies. */
export function useMay(): (permission: Permission, jobId?: number | null) => boolean {
  const person = useContext(SignedInPerson)
  return (permission, jobId) => may(person, permission, jobId)
}

/** Who the signed-in person is: for what only its author may change, and only an owner beside. */
export function useOwn(): { id: number | undefined; isOwner: boolean } {
  const { id, role } = useContext(SignedInPerson)
  return { id, isOwner: role === 'owner' }
}
