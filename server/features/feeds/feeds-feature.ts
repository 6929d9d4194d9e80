import type { Feature } from '../feature.ts'
import { announceJobTask } from '../jobs/announce-jobs.ts'
import { announcementHandler } from './announce-pages.ts'
import { feedRoutes } from './feed-routes.ts'

/** The open postings for other programs, and what search engines are told of them. */
export const feeds = {
  name: 'feeds',
  routes: [feedRoutes],
  tasks: [{ task: announceJobTask, handler: announcementHandler }],
} satisfies Feature
