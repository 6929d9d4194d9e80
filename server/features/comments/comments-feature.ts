import type { Feature } from '../feature.ts'
import { commentRoutes } from './comment-routes.ts'
import { mentionMail } from './mention-mail.ts'

/** What colleagues write to each other about an application, and the mails to those whom they mention. */
export const comments = {
  name: 'comments',
  routes: [commentRoutes],
  mails: (services) => ({ mention: mentionMail(services) }),
} satisfies Feature
