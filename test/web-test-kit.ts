import { vi } from 'vitest'
import { NOTHING_GIVEN } from '../contract/applications/applicant-fields.ts'
import type { Application } from '../contract/applications/application.ts'

/** An application as the server sends it. */
export function applicant(id: number, changes: Partial<Application> = {}): Application {
  return {
    id,
    version: 1,
    name: `Applicant ${id}`,
    email: `applicant${id}@example.com`,
    ...NOTHING_GIVEN,
    questionAnswers: [],
    status: 'pending',
    archived: false,
    quarantined: false,
    eraseOn: null,
    heldUntil: null,
    isErasing: false,
    verifiedReceipt: null,
    jobId: null,
    assignee: null,
    source: null,
    tagIds: [],
    createdAt: '2025-06-14T09:00:00.000Z',
    feedback: null,
    interviewDate: null,
    withdrawnAt: null,
    answerBy: '2025-06-24',
    answered: null,
    resume: null,
    ...changes,
  }
}

/** A request as a stubbed server gets it: method, address, and the body if there is one. */
type Sent = [method: string, address: string, body?: unknown]

/**
 * Signs an admin in, and responds to the next requests with these bodies, with these statuses, or with 409 where a body
 * has an error code.
 * @returns the requests, as they arrive
 */
export function serve(...bodies: Array<number | object>): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'authToken' ? 'token' : null) })
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    sent.push(body ? [method, address, JSON.parse(String(body))] : [method, address])
    const next = bodies.shift() ?? {}
    if (typeof next === 'number') return Response.json({}, { status: next })
    return Response.json(next, { status: 'code' in next ? 409 : 200 })
  })
  return sent
}
