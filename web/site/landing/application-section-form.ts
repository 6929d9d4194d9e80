import { ANCHOR } from '../../../contract/wire/paths.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { untilNearViewport } from './near-viewport.ts'

/**
 * The application form of the page section. The server renders it; the browser loads and hydrates it only near the
 * viewport, because its validation is most of the landing page's code.
 */
export const ApplicationSectionForm = lazyPart(
  async () => (await import('../apply/application-form.tsx')).ApplicationForm,
  () => untilNearViewport(ANCHOR.applicationForm),
)
