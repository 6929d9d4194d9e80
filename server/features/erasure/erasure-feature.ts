import type { Feature } from '../feature.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'
import { erasureHandler } from './erase-application.ts'
import { personRoutes } from './person-routes.ts'
import { replayingErasures } from './replay-erasures.ts'

/** Erasing what the firm keeps of an applicant. */
export const erasure = {
  name: 'erasure',
  routes: [personRoutes],
  tasks: [{ task: eraseApplicationTask, handler: erasureHandler }],
  every: [replayingErasures],
} satisfies Feature
