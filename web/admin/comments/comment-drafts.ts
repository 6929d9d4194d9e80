import { createStoredDrafts } from '../../session/stored-drafts.ts'

/** Comments that are not sent yet, by application id. */
export const commentDrafts = createStoredDrafts<string>('comment-drafts')

/** A text that is to replace that of a comment. */
export type CommentEdit = {
  text: string
  /** The version that was read when the editing began: a later one is not written over. */
  version: number
}

/** Changes of comments that are not saved yet, by comment id. */
export const commentEdits = createStoredDrafts<CommentEdit>('comment-edits')
