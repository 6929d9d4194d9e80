import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  Invitation,
  MadeInvitation,
  NewInvitation,
  Person,
  PersonChange,
} from '../../../contract/accounts/people.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { toast } from '../../ui/toast/toast.ts'
import { nameOf } from './people-query.ts'

/** What a change of people changes: the people, and what the signed-in person may do. */
const CHANGED = [[ADMIN_API.people], [API.me]]

function useReread() {
  const client = useQueryClient()
  return () => Promise.all(CHANGED.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** Returns the action that invites a person. */
export function useInvite() {
  return useDialogChange({
    mutationFn: (body: NewInvitation) =>
      jsonRequest<MadeInvitation>('POST', ADMIN_API.invitations, { token: readToken(), body }),
    rereads: CHANGED,
  })
}

/** Returns the action that gives an invitation a new link. */
export function useRenewal({ id }: Invitation) {
  const address = pathTo(SIGN_IN_API.renewInvitation, id)
  return useDialogChange({
    mutationFn: (byMail: boolean) =>
      jsonRequest<MadeInvitation>('POST', address, { token: readToken(), body: { byMail } }),
    rereads: CHANGED,
  })
}

/** Returns the action that changes a person. */
export function usePersonChange({ id }: Person) {
  return useDialogChange({
    mutationFn: (body: PersonChange) =>
      jsonRequest<Person>('PATCH', pathTo(ADMIN_API.person, id), { token: readToken(), body }),
    rereads: CHANGED,
  })
}

/** Returns the action that withdraws an invitation. */
export function useWithdrawal() {
  const reread = useReread()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: Invitation) => jsonRequest('DELETE', pathTo(ADMIN_API.invitation, id), { token: readToken() }),
    onSuccess: (_done, { displayName }) => toast({ title: 'Invitation withdrawn', description: displayName }),
    onError: (error) =>
      showFailure(error, { title: 'Invitation was not withdrawn', description: failureMessage(error) }),
    onSettled: reread,
  })
}

const ACCESS = {
  deactivate: { path: SIGN_IN_API.deactivatePerson, done: 'deactivated' },
  reactivate: { path: SIGN_IN_API.reactivatePerson, done: 'can sign in again' },
  removeFactors: { path: SIGN_IN_API.removeSecondFactors, done: 'has no second step any more' },
} as const

/** Returns the action that ends the access of a person, gives it back, or removes the second factors of a person who lost them. */
export function useAccessChange(which: keyof typeof ACCESS) {
  const { path, done } = ACCESS[which]
  const reread = useReread()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: Person) => jsonRequest<Person>('POST', pathTo(path, id), { token: readToken() }),
    onSuccess: (person) => toast({ title: `${nameOf(person)} ${which === 'deactivate' ? 'is ' : ''}${done}` }),
    onError: (error) => showFailure(error, { title: 'Nothing was changed', description: failureMessage(error) }),
    onSettled: reread,
  })
}
