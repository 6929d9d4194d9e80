import type { Feature } from '../feature.ts'
import { commentRoutes } from './comment-routes.ts'

/** What colleagues write to each other about an application. */
export const comments = {
  name: 'comments',
  routes: [commentRoutes],
} satisfies Feature
