import type { Feature } from '../feature.ts'
import { mailRoutes } from './mail-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { messageMails } from './send-message.ts'
import { templateRoutes } from './templates/template-routes.ts'

/** Messages to applicants: what waits and was sent, their texts, the mail server. */
export const messages = {
  name: 'messages',
  routes: [messageRoutes, templateRoutes, mailRoutes],
  mails: messageMails,
} satisfies Feature
