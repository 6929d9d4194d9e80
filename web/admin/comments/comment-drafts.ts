import { createStoredDrafts } from '../../session/stored-drafts.ts'

/** Comments that are not sent yet, by application id. */
export const commentDrafts = createStoredDrafts<string>('comment-drafts')
