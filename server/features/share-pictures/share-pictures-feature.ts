import type { Feature } from '../feature.ts'
import { sharePictureRoutes } from './share-picture-routes.ts'

/** The pictures of postings that link previews show. */
export const sharePictures = {
  name: 'share-pictures',
  routes: [sharePictureRoutes],
} satisfies Feature
