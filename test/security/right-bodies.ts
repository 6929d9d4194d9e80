import { addDays, dayIn } from '../../contract/promise/calendar-days.ts'
import { NOTICE_KINDS } from '../../contract/team/notice-kinds.ts'
import { recordOf } from '../../contract/wire/records.ts'
import { jobBody } from '../factories.ts'
import { TEST_ADMIN } from '../test-app.ts'

const RECEIPT = {
  ...{ reference: 'APP-0001', job: null, name: 'Ana', email: 'ana@example.com', phone: null },
  ...{ time: '2026-03-02T12:00:00.000Z', fileName: null, size: null, sha256: null, keyId: '0'.repeat(16) },
  ...{ checksums: '0'.repeat(80), signature: 'A'.repeat(86) },
}

const INTERVIEW = {
  ...{ date: '2099-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago' },
  ...{ kind: 'phone', place: null, interviewers: [] },
}
const { date, time, ...MEETING } = INTERVIEW
const OFFER = { ...MEETING, times: ['10:00', time].map((each) => ({ date, time: each })), lastDay: '2099-03-08' }

const PASSKEY = { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }

const SCORECARD = {
  ...{ overall: 'yes', note: 'Knows Ignition' },
  ratings: [{ criterion: 'PLC programming', rating: 'strong_yes', note: '' }],
}

const LIST_FILTER = { tab: 'pending', job: '', assigned: '', tags: '', search: '', sort: 'usual' }

const TEXT = { subject: 'News', body: 'Hello' }

/** A body that each endpoint accepts; undefined where it accepts none. */
export const RIGHT_BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/auth/login': TEST_ADMIN,
  'POST /api/auth/setup-admin': {},
  'POST /api/auth/change-password': { currentPassword: TEST_ADMIN.password, newPassword: 'a longer phrase' },
  'POST /api/auth/second-factor': { ticket: 'none', code: '123456' },
  'POST /api/auth/second-factors/totp/confirm': { ticket: 'none', code: '123456' },
  'POST /api/auth/passkeys': {
    ...{ ticket: 'none', name: 'Laptop' },
    response: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  },
  'POST /api/auth/confirm': { password: TEST_ADMIN.password },
  'PATCH /api/auth/passkeys/{id}': { name: 'Laptop' },
  'POST /api/auth/passkey-sign-in': { ticket: 'none', response: PASSKEY },
  'POST /api/auth/second-factor/passkey-options': { ticket: 'none' },
  'POST /api/auth/second-factor/passkey': { ticket: 'none', challengeTicket: 'none', response: PASSKEY },
  'POST /api/auth/single-sign-on/finish': { ticket: 'none' },
  'POST /api/auth/linked-identities': { ticket: 'none' },
  'POST /api/admin/invitations': {
    ...{ displayName: 'Ana Ruiz', email: 'ana@example.com', role: 'recruiter', assignments: [], byMail: false },
  },
  'POST /api/admin/invitations/{id}/renew': { byMail: false },
  'PATCH /api/admin/people/{id}': { displayName: 'Ana Ruiz' },
  'PATCH /api/admin/sign-in-settings': {
    settings: { singleSignOn: { domains: ['example.com'], role: 'recruiter', only: false } },
    version: null,
  },
  'POST /api/auth/password-reset': { username: TEST_ADMIN.username },
  'POST /api/password-reset': { password: 'a longer phrase' },
  'POST /api/join': { username: 'ana.ruiz', password: 'a longer phrase' },
  'POST /api/admin/jobs': { ...jobBody() },
  'PATCH /api/admin/jobs/{id}': { title: 'Another title' },
  'POST /api/admin/jobs/{id}/fill': { hired: null, reject: [{ id: 1 }] },
  'PATCH /api/applications/{id}': { status: 'hired' },
  'PATCH /api/admin/applications/{id}': { archived: true },
  'PUT /api/auth/display-name': { displayName: 'Ana Ruiz' },
  'PUT /api/auth/email': { email: 'me@example.com' },
  'PUT /api/admin/applications/{id}/answered': { answered: true },
  'POST /api/admin/applications/{id}/erase-person': { applicationIds: [1] },
  'POST /api/admin/imports': { name: 'candidates.csv', preset: null },
  'POST /api/admin/imports/{id}/read': { files: null },
  'PUT /api/admin/imports/{id}': {
    ...{ columns: ['name', 'email'], statuses: [], jobs: [], dateOrder: 'mdy', duplicates: 'skip' },
  },
  'PUT /api/admin/applications/{id}/reading': { stream: 'c2c9c7a5-3b86-4b5f-9f0c-3d4f9a1e2b6d', isReading: true },
  'POST /api/admin/applications/{id}/colleague-questions': {
    ...{ email: 'lena@example.com', question: 'Would you talk to her?', byMail: false },
  },
  'POST /api/colleague-question/open': { code: null },
  'POST /api/colleague-question/answer': { verdict: 'talk', comment: 'Yes' },
  'PUT /api/colleague-question/scorecard': { ...SCORECARD, version: null },
  'PATCH /api/admin/replies/{id}': { needsNoAnswer: true },
  'POST /api/admin/applications/{id}/comments': { text: 'Knows Ignition', mentions: [] },
  'PATCH /api/admin/comments/{id}': { text: 'Knows Ignition well', mentions: [], version: 1 },
  'PUT /api/admin/applications/{id}/scorecards/own': { ...SCORECARD, version: null },
  'POST /api/admin/notices/read': { id: 1, andEarlier: true },
  'PUT /api/admin/notices/settings': recordOf(NOTICE_KINDS, () => ({ page: true, mail: false })),
  'POST /api/admin/applications/{id}/interviews': INTERVIEW,
  'POST /api/admin/applications/{id}/interview-offers': OFFER,
  'POST /api/my-application/interview-offers/{id}/choice': { startsAt: '2026-03-09T15:00:00.000Z' },
  'POST /api/my-application/interview-offers/{id}/decline': {},
  'PUT /api/admin/interviews/{id}': { ...INTERVIEW, version: 1 },
  'POST /api/admin/interviews/{id}/cancel': { version: 1 },
  'POST /api/my-application/interviews/{id}/response': { response: 'accepted', version: 1 },
  'POST /api/my-application/note': { note: 'More' },
  'POST /api/my-application/withdraw': {},
  'POST /api/my-application/keep': { version: 1 },
  'POST /api/my-application/withdraw-consent': {},
  'POST /api/my-application/erase': { reference: 'APP-0001' },
  'POST /api/my-application/new-link': { email: 'ana@example.com' },
  'POST /api/recovery/receipt': { receipt: RECEIPT },
  'POST /api/admin/application-changes': { change: { status: 'hired' }, applications: [{ id: 1 }] },
  'POST /api/admin/webhooks': { name: 'Payroll', url: 'https://8.8.8.8/hook', events: ['posting.opened'] },
  'PATCH /api/admin/webhooks/{id}': { events: ['posting.opened', 'posting.closed'] },
  'POST /api/admin/webhooks/{id}/replay': { since: '2026-01-01T00:00:00.000Z' },
  'POST /api/admin/api-tokens': { name: 'Payroll', scopes: ['read'], days: 30 },
  'POST /api/admin/saved-views': { name: 'Night shift', filter: LIST_FILTER, isShared: true },
  'PATCH /api/admin/saved-views/{id}': { name: 'Day shift', version: 1 },
  'POST /api/admin/tags': { name: 'Night shift', color: 'teal' },
  'PATCH /api/admin/retention': { rules: { refused: 90, hired: null, undecided: 365 }, version: null },
  'PUT /api/admin/consent-texts': { text: 'I agree to stay on file.', version: 1 },
  'POST /api/admin/retention/on': { version: null, people: 0, applications: 0 },
  'POST /api/admin/retention/bring-back': { applications: [1] },
  'PUT /api/admin/applications/{id}/legal-hold': {
    reason: 'Claim 4711',
    endsOn: addDays(dayIn(new Date(), 'UTC'), 30),
  },
  'PATCH /api/admin/tags/{id}': { name: 'Day shift', color: 'blue' },
  'POST /api/admin/application-tags': { put: [1], take: [], applications: [1] },
  'POST /api/admin/assignments': { assigneeId: 1, applications: [{ id: 1 }] },
  'POST /api/admin/messages': { applications: [1], subject: 'News', body: 'Hello' },
  'PATCH /api/admin/messages/{id}': { ...TEXT, seen: TEXT },
  'POST /api/admin/messages/actions': { action: 'cancel', ids: [1] },
  'POST /api/admin/messages/preview': { applicationId: 1, subject: 'News', body: 'Hello' },
  'PUT /api/admin/message-templates/{kind}': { subject: 'News', body: 'Hello' },
  'POST /api/admin/mail/test': { to: 'me@example.com' },
  'PATCH /api/admin/settings': {
    settings: {
      answerWithinDays: 7,
      decisionMessages: { reviewing: 'never', interview: 'ask', rejected: 'ask', hired: 'never' },
      digest: { isOn: true, time: '08:00' },
      isPromisePublic: true,
      embeddingSites: ['https://www.example.com'],
      savedQuestions: [],
    },
    version: null,
  },
  'PATCH /api/admin/site-texts': {
    texts: { readers: 'A baker', hiringSteps: [], benefits: [], retention: '', privacy: null, terms: null },
    version: null,
  },
  'POST /api/admin/applications/delete': { applications: [{ id: 1 }] },
  'POST /api/admin/applications/resumes': { applications: [{ id: 1 }] },
}
