import type { Feature } from '../feature.ts'
import { apiTokenRoutes } from './api-token-routes.ts'

/** Named secrets by which other programs act with the rights of a person. */
export const apiTokens = {
  name: 'api-tokens',
  routes: [apiTokenRoutes],
} satisfies Feature
