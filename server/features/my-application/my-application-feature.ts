import type { Feature } from '../feature.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'
import { erasureHandler } from './erase-application.ts'
import { linksHandler, sendLinksTask } from './link-tasks.ts'
import { myApplicationRoutes } from './my-application-routes.ts'

/** The private page of an applicant. */
export const myApplication = {
  name: 'my-application',
  routes: [myApplicationRoutes],
  tasks: [
    { task: sendLinksTask, handler: linksHandler },
    { task: eraseApplicationTask, handler: erasureHandler },
  ],
} satisfies Feature
