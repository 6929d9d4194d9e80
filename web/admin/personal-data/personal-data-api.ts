import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import type { LegalHolds, NewLegalHold, OwnLegalHold } from '../../../contract/personal-data/legal-holds.ts'
import type {
  BringBack,
  BroughtBack,
  Retention,
  RetentionPeriods,
  RetentionPreview,
  RetentionRules,
  SetAside,
} from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { toast } from '../../ui/toast/toast.ts'
import { countPeople } from './retention-texts.ts'

/** How it stands with the rules of retention. */
export function retentionQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.retention, token],
    queryFn: ({ signal }) => jsonRequest<Retention>('GET', ADMIN_API.retention, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** What the rules would do now. */
export function previewQuery(token: string | null, page: number) {
  return queryOptions({
    queryKey: [ADMIN_API.retentionPreview, token, page],
    queryFn: ({ signal }) =>
      jsonRequest<RetentionPreview>('GET', `${ADMIN_API.retentionPreview}?page=${page}`, { token, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    ...retryAfterFailure,
  })
}

/** Who is set aside. */
export function setAsideQuery(token: string | null, page: number) {
  return queryOptions({
    queryKey: [ADMIN_API.setAside, token, page],
    queryFn: ({ signal }) => jsonRequest<SetAside>('GET', `${ADMIN_API.setAside}?page=${page}`, { token, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    ...retryAfterFailure,
  })
}

/** All legal holds. */
export function holdsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.legalHolds, token],
    queryFn: ({ signal }) => jsonRequest<LegalHolds>('GET', ADMIN_API.legalHolds, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** The legal hold of the person of an application. */
export function ownHoldQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.legalHold, applicationId)
  return queryOptions({
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<OwnLegalHold>('GET', address, { token, signal }),
    staleTime: 0,
  })
}

type RetentionChange =
  | { kind: 'rules'; rules: Partial<RetentionPeriods & Pick<RetentionRules, 'noticeDays'>>; version: number | null }
  | ({ kind: 'on' } & Pick<RetentionPreview, 'version' | 'people' | 'applications'>)
  | { kind: 'off' }

const DONE = {
  rules: { title: 'Saved' },
  on: { title: 'The rules are on' },
  off: { title: 'The rules are off' },
} as const

/** A changed period switches them off. */
const SWITCHED_OFF = {
  title: 'Saved. The rules are off now',
  description: 'Look at whom they concern, then switch them on again.',
}

function sendChange(change: RetentionChange): Promise<Retention> {
  const token = readToken()
  if (change.kind === 'off') return jsonRequest('POST', ADMIN_API.retentionOff, { token })
  const { kind, ...body } = change
  return kind === 'on'
    ? jsonRequest('POST', ADMIN_API.retentionOn, { token, body })
    : jsonRequest('PATCH', ADMIN_API.retention, { token, body })
}

/** Returns the action that changes the rules, or switches them on or off. */
export function useRetentionChange() {
  const client = useQueryClient()
  const reread = useReread()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: sendChange,
    onMutate: () => ({ wasOn: client.getQueryData(retentionQuery(readToken()).queryKey)?.rules.isOn === true }),
    onSuccess: ({ rules }, { kind }, { wasOn }) =>
      toast(kind === 'rules' && wasOn && !rules.isOn ? SWITCHED_OFF : DONE[kind]),
    onError: (error, { kind }) =>
      showFailure(error, {
        title: 'Nothing was changed',
        description:
          kind === 'on' ? 'Who is due is not what you were shown. Look again, then switch on.' : failureMessage(error),
      }),
    onSettled: reread,
  })
}

/** Returns the action that brings people back who are set aside. */
export function useBringBack() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ name: _name, ...body }: BringBack & { name?: string }) =>
      jsonRequest<BroughtBack>('POST', ADMIN_API.bringBack, { token: readToken(), body }),
    onSuccess: ({ people }, { name }) =>
      toast({
        ...{ title: name === undefined ? `${countPeople(people)} brought back` : 'Brought back', about: name },
        description: 'The period is counted again from today.',
      }),
    onError: (error, { name }) =>
      showFailure(error, { title: 'Nobody was brought back', about: name, description: failureMessage(error) }),
    // They are in the lists again.
    onSettled: () => client.invalidateQueries(),
  })
}

/** Returns the action that sets or renews the hold of a person. */
export function useSetHold(applicationId: number) {
  return useDialogChange({
    mutationFn: (body: NewLegalHold) =>
      jsonRequest<OwnLegalHold>('PUT', pathTo(ADMIN_API.legalHold, applicationId), { token: readToken(), body }),
    // Who was set aside is in the lists again.
    rereads: [[]],
  })
}

/** Returns the action that ends a hold. */
export function useEndHold() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: Pick<Application, 'id' | 'name'>) =>
      jsonRequest('DELETE', pathTo(ADMIN_API.legalHold, id), { token: readToken() }),
    onSuccess: (_ended, { name }) => toast({ title: 'Legal hold ended', about: name }),
    onError: (error, { name }) =>
      showFailure(error, { title: 'The hold was not ended', about: name, description: failureMessage(error) }),
    // Every list shows who is held.
    onSettled: () => client.invalidateQueries(),
  })
}

/** What a change of any of it changes. */
const SHOWN = [
  [ADMIN_API.retention],
  [ADMIN_API.retentionPreview],
  [ADMIN_API.setAside],
  [ADMIN_API.legalHolds],
] as const

function useReread() {
  const client = useQueryClient()
  return () => Promise.all(SHOWN.map((queryKey) => client.invalidateQueries({ queryKey })))
}
