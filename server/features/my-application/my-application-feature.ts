import type { Feature } from '../feature.ts'
import { keepingRoutes } from './keeping-routes.ts'
import { linksHandler, sendLinksTask } from './link-tasks.ts'
import { myApplicationRoutes } from './my-application-routes.ts'
import { ownDownloadRoutes } from './own-download-routes.ts'

/** The private page of an applicant. */
export const myApplication = {
  name: 'my-application',
  routes: [myApplicationRoutes, keepingRoutes, ownDownloadRoutes],
  tasks: [{ task: sendLinksTask, handler: linksHandler }],
} satisfies Feature
