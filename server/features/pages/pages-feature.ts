import type { Feature } from '../feature.ts'
import { applyRoutes } from './apply-routes.ts'
import { embedRoutes } from './embed-routes.ts'
import { fileRoutes } from './file-routes.ts'
import { legalRoutes, pageRoutes } from './page-routes.ts'
import { sentRoutes } from './sent-routes.ts'
import { siteMapRoutes } from './site-map-routes.ts'

/** Rendered pages, the form without JavaScript, the list for other sites, and the files of the build. */
export const pages = {
  name: 'pages',
  routes: [applyRoutes, sentRoutes, embedRoutes, siteMapRoutes, pageRoutes, legalRoutes, fileRoutes],
} satisfies Feature
