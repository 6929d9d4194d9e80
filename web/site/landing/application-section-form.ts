import { ANCHOR } from '../../../contract/paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { whenNear } from './when-near.ts'

/**
 * The application form of the page section. The server renders it; the browser fetches and hydrates it only when the
 * visitor comes near, because its validation is most of the code that the landing page could load.
 */
export const ApplicationSectionForm = lazyPart(
  async () => (await import('../apply/application-form.tsx')).ApplicationForm,
  () => whenNear(ANCHOR.applicationForm),
)
