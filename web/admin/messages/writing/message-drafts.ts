import { createStoredDrafts } from '../../../session/stored-drafts.ts'

/** What an admin has typed for a message. */
export type TypedMessage = { subject: string; body: string }

/** The unsent messages of this browser tab: by application id, or one for a selection. */
export const messageDrafts = createStoredDrafts<TypedMessage>('message-drafts')

/** Key of the draft of a message to several applicants. */
export const SELECTION_DRAFT = 0
