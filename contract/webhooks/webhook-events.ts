import type { AccountEvent } from '../accounts/account-event.ts'
import type { ApplicationEvent, JobEvent } from '../applications/history.ts'
import { keysOf } from '../wire/records.ts'

/** What other systems are told of, when, and what a chat reads. The page, the document and `docs/webhooks.md` follow this list. */
export const WEBHOOK_EVENTS = {
  'application.received': {
    when: 'An application has arrived, or was released from quarantine',
    says: 'New application',
  },
  'application.status_changed': { when: 'An application has another status', says: 'Application moved' },
  'application.withdrawn': { when: 'An applicant has withdrawn the application', says: 'Application withdrawn' },
  'application.erased': { when: 'An application was erased or deleted for good', says: 'Application erased' },
  'message.failed': { when: 'A message to an applicant could not be delivered', says: 'Message not delivered' },
  'posting.opened': { when: 'Visitors can apply for a posting', says: 'Posting opened' },
  'posting.closed': { when: 'Visitors can apply for a posting no more', says: 'Posting closed' },
  'webhook.test': { when: 'An owner asks for a test; every webhook gets it', says: 'Test from Wellhead' },
} as const

/** What other systems are told of. */
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** Every event that a webhook can choose. */
export const CHOSEN_WEBHOOK_EVENTS = keysOf(WEBHOOK_EVENTS).filter((event) => event !== 'webhook.test')

/** What a webhook is about: an application or a posting, by its number; nothing for a test. */
export type WebhookData = { applicationId: number } | { postingId: number } | Record<string, never>

/** Something that other systems are told of. */
export type WebhookOccurrence = { type: WebhookEvent; data: WebhookData }

/** What other systems are told of an entry of the audit trail; undefined where they are not. Postings are told of where they are stored. */
export function webhookOf(
  subject: 'application' | 'job' | 'account',
  id: number,
  event: ApplicationEvent | JobEvent | AccountEvent,
): WebhookOccurrence | undefined {
  const type = subject === 'application' ? eventOf(event as ApplicationEvent) : undefined
  return type && { type, data: { applicationId: id } }
}

function eventOf(event: ApplicationEvent): WebhookEvent | undefined {
  switch (event.action) {
    case 'received':
      return event.quarantined ? undefined : 'application.received'
    case 'released':
      return 'application.received'
    case 'status_changed':
      return 'application.status_changed'
    case 'withdrawn':
      return 'application.withdrawn'
    case 'erased':
    case 'deleted':
      return 'application.erased'
    case 'message':
      return event.state === 'failed' || event.state === 'bounced' ? 'message.failed' : undefined
    default:
      return undefined
  }
}
