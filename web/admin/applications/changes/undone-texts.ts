import type { UndoneChange } from '../../../../contract/applications/application-changes.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { describeTold } from '../../messages/told-texts.ts'
import { nameSome } from '../application-texts.ts'
import { countApplications, describeRefusal, describeSome, type UndoStep } from './change-texts.ts'

/** What became of a posting that the undone change had filled, as a sentence. */
function describePosting(posting: UndoneChange['posting']): string | undefined {
  return posting && `The posting ${posting.outcome === 'reopened' ? 'is open again' : 'was changed meanwhile'}.`
}

/** The toast after an undo: whom it brought back, or how many, and which applications it could not. */
export function describeUndone({ noun, outcome, done }: UndoStep): ToastMessage {
  const undone = done.filter((one) => one !== null)
  const changed = undone.flatMap((one) => one.changed)
  const refused = undone.flatMap((one) => one.refused)
  const posting = undone.find((one) => one.posting)?.posting
  // An application that had its former value already has it again too.
  const count = undone.reduce((sum, { unchanged }) => sum + unchanged.length, changed.length)
  const sentences = [
    describePosting(posting),
    outcome && count > 0 && `${countApplications(count)} ${count === 1 ? 'is' : 'are'} ${outcome}.`,
    undone.length < done.length && `${undone.length > 0 ? 'Part of it' : 'It'} was already undone.`,
    describeSome(refused, describeReason),
    describeNotified(undone),
    describeWithheld(undone),
    describeMails(undone),
  ]
  const about = !outcome && changed.length > 0 ? nameSome(changed) : undefined
  const description = sentences.filter(Boolean).join(' ') || undefined
  const isReopened = posting?.outcome === 'reopened'
  if (refused.length === 0 && (isReopened || !posting)) return { title: `${noun} undone`, about, description }
  return { title: isReopened || count > 0 ? `${noun} partly undone` : 'Undo failed', description, tone: 'error' }
}

/** Whom a message about the decision had reached before its undo, as a sentence; undefined where there is none. */
function describeNotified(undone: readonly UndoneChange[]): string | undefined {
  const notified = undone.flatMap((one) => one.changed.filter(({ id }) => one.notified.includes(id)))
  if (notified.length === 0) return undefined
  const sent = notified.length === 1 ? 'The message to' : 'The messages to'
  return `${sent} ${nameSome(notified)} ${notified.length === 1 ? 'has' : 'have'} already been sent.`
}

/** Whose message by hand told the decision and was cancelled with it, as a sentence; undefined where there is none. */
function describeWithheld(undone: readonly UndoneChange[]): string | undefined {
  const withheld = undone.flatMap((one) => one.changed.filter(({ id }) => one.withheld.includes(id)))
  if (withheld.length === 0) return undefined
  const isOne = withheld.length === 1
  return `The ${isOne ? 'message' : 'messages'} written to ${nameSome(withheld)} ${isOne ? 'was' : 'were'} cancelled with it.`
}

type RefusedUndo = UndoneChange['refused'][number]

/** Why an undo has not brought back an application or its interview, as a sentence after the name. */
function describeReason({ reason }: RefusedUndo): string {
  switch (reason) {
    case 'withdrawn':
      return 'has withdrawn, so the interview stays cancelled.'
    case 'rejected':
      return 'is rejected, so the interview stays cancelled. Undo that first.'
    case 'archived':
      return 'is archived, so the interview stays cancelled. Unarchive the application first.'
    default:
      return describeRefusal({ reason })
  }
}

/** How many people are told of the interviews as they are after the undo, and when, as sentences. */
function describeMails(undone: readonly UndoneChange[]): string {
  const all = undone.map(({ mails }) => mails)
  const mails = all.find(({ leaveAt }) => leaveAt !== null) ?? all[0]
  const count = (kind: 'invitations' | 'cancellations') => all.reduce((sum, each) => sum + each[kind], 0)
  if (!mails) return ''
  const sentences = [
    describeTold({ ...mails, count: count('invitations') }, 'invitation'),
    describeTold({ ...mails, count: count('cancellations') }, 'cancellation'),
  ]
  return [...new Set(sentences)].filter(Boolean).join(' ')
}
