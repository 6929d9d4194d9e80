import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import { describeAudit, describeSubject, describeWho } from './audit-texts.ts'
import { readAuditView, requestOf, writeAuditView } from './audit-view.ts'

const by = { id: 1, name: 'Ana' }
const account = { kind: 'account', id: 2, name: 'Ben' } as const
const saidOf = (subject: AuditEntry['subject'], event: AuditEntry['event'], action = '') =>
  describeAudit({ subject, event, action })

test('entries of every kind are sentences, also one that this version does not know', () => {
  const job = { kind: 'job', id: 7, name: null } as const
  expect(saidOf({ kind: 'application', id: 1, name: 'Zoë' }, { action: 'deleted' })).toBe('Deleted')
  expect(saidOf(job, { action: 'created' })).toBe('Posting created')
  expect(saidOf(account, { action: 'created' })).toBe('Account created')
  expect(saidOf(account, { action: 'role_changed', from: 'recruiter', to: 'owner' })).toBe(
    'Role changed from Recruiter to Owner',
  )
  expect(saidOf(account, { action: 'assignments_changed', given: [{ jobId: 7, decides: true }], taken: [8] })).toBe(
    'Postings changed: JOB-0007 given, deciding; JOB-0008 taken',
  )
  expect(saidOf(account, { action: 'invited', invitationId: 3, role: 'hiring_manager' })).toBe(
    'Person invited: Hiring manager (no. 3)',
  )
  expect(saidOf(null, { action: 'audit_chain_begun' })).toBe('Sealing of the audit trail began')
  expect(saidOf(account, null, 'badge_given')).toBe('badge given')
})

test('a subject has its name of today, its number, or that it is deleted; who acts on the own account has none', () => {
  const of = (subject: AuditEntry['subject']) => describeSubject({ by, subject })
  expect(of({ kind: 'application', id: 12, name: 'Zoë' })).toBe('Zoë, APP-0012')
  expect(of({ kind: 'job', id: 7, name: null })).toBe('JOB-0007, deleted')
  expect(of({ kind: 'application', id: 12, name: null })).toBe('APP-0012, no longer stored')
  expect(of(account)).toBe('Ben')
  expect(of({ ...account, name: null })).toBe('Removed account 2')
  expect(of({ ...account, id: 1 })).toBe(null)
  expect(of(null)).toBe(null)
  expect([by, 'program' as const, 'operator' as const, 'colleague' as const].map(describeWho)).toEqual([
    ...['Ana', 'Automatic', 'Operator', 'Colleague without an account'],
  ])
})

test('the address has the view and nothing invalid, and a day that is being typed is not asked for', () => {
  const query = 'person=operator&action=deleted&from=2026-01-01&subject=job&number=7'
  const view = readAuditView(query)
  expect(Object.fromEntries(new URLSearchParams(writeAuditView(view)))).toEqual(
    Object.fromEntries(new URLSearchParams(query)),
  )
  expect(writeAuditView(readAuditView('person=0&action=toString&subject=x&number=5&from=today&to=1&color=red'))).toBe(
    '',
  )
  expect(requestOf({ ...view, from: '0002-01-01', to: '2026-02-03' })).not.toContain('from')
  expect(requestOf({ ...view, to: '2026-02-03' })).toContain('to=2026-02-03')
})
