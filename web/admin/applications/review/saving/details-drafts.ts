import { createStoredDrafts } from '../../../../session/stored-drafts.ts'
import type { SavedDetails } from '../../details/use-details-form.ts'

/** Unsaved feedback and interview dates of the review page, by application id (`docs/decisions/0063`). */
export const detailsDrafts = createStoredDrafts<SavedDetails>('review-drafts')
