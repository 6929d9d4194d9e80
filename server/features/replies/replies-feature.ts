import type { Feature } from '../feature.ts'
import { readingMailbox } from './read-mailbox.ts'
import { replyRoutes } from './reply-routes.ts'

/** What comes back by mail: replies of applicants, and messages that did not arrive. */
export const replies = {
  name: 'replies',
  routes: [replyRoutes],
  every: [readingMailbox],
} satisfies Feature
