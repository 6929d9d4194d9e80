import type { Feature } from '../feature.ts'
import { askedRoutes } from './asked-routes.ts'
import { codeMail, questionMail } from './question-mails.ts'
import { questionRoutes } from './question-routes.ts'

/** Questions about an application to colleagues who need no account. */
export const colleagueQuestions = {
  name: 'colleague-questions',
  routes: [questionRoutes, askedRoutes],
  mails: (services) => ({ colleague_question: questionMail(services), colleague_code: codeMail(services) }),
} satisfies Feature
