import { TEMPLATE_KINDS, type TemplateKind } from '../../../contract/messages/message-kinds.ts'
import type { MessageText } from '../../../contract/messages/messages.ts'
import { createStoredDrafts } from '../../session/stored-drafts.ts'

/** The unsaved texts of templates in this browser tab, by {@link templateKey}. */
export const templateDrafts = createStoredDrafts<MessageText>('template-drafts')

/** Key of the draft of a template. */
export function templateKey(kind: TemplateKind): number {
  return TEMPLATE_KINDS.indexOf(kind)
}
