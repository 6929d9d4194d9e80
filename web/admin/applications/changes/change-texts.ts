import type { Application } from '../../../../contract/applications/application.ts'
import type {
  ApplicationChange,
  DeletedApplications,
  RefusedApplication,
  UndoneChange,
} from '../../../../contract/applications/application-changes.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { wordOf } from '../../../../contract/applications/status-lists.ts'
import { ApiError } from '../../../api/api-error.ts'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { describeActor } from '../../api/history-api.ts'

/** How many refused applications a text explains before it counts the others. */
const EXPLAINED = 3

/** A number of applications in words. */
export function countApplications(count: number): string {
  return count === 1 ? '1 application' : `${formatCount(count)} applications`
}

/** The toast for a change of one application or several. */
export function describeChange(change: ApplicationChange, changed: Array<{ name: string }>): ToastMessage {
  const [first] = changed
  const isOne = changed.length === 1
  const about = isOne ? first?.name : countApplications(changed.length)
  const interviews = describeInterviews(change, isOne)
  if ('status' in change) {
    const word = wordOf(change.status)
    const description = isOne ? `Application status changed to ${word}` : `changed to ${word}`
    return { title: 'Status updated', about, description: interviews ? `${description}. ${interviews}` : description }
  }
  const words = change.archived ? 'archived' : 'unarchived'
  return {
    ...{ title: isOne ? `Application ${words}` : `Applications ${words}`, about },
    ...(interviews && { description: interviews }),
  }
}

/** What became of planned interviews, as a sentence; undefined where the admin was not asked. */
function describeInterviews({ interviews }: ApplicationChange, isOne: boolean): string | undefined {
  if (interviews === undefined) return undefined
  if (interviews === 'keep') return isOne ? 'The interview stays.' : 'Interviews stay.'
  return isOne ? 'The interview is cancelled.' : 'Interviews are cancelled.'
}

/** What a change gives an application, in one word. */
export function nameOfChange(change: ApplicationChange): string {
  if ('status' in change) return wordOf(change.status)
  return change.archived ? 'archived' : 'unarchived'
}

/** The stored value of what a change would change, and the one that the change would give it. */
export function valuesOf(change: ApplicationChange, stored: Pick<Application, 'status' | 'archived'>) {
  if ('status' in change)
    return { theirs: APPLICATION_STATUS[stored.status].name, mine: APPLICATION_STATUS[change.status].name }
  const name = (archived: boolean) => (archived ? 'archived' : 'not archived')
  return { theirs: name(stored.archived), mine: name(change.archived) }
}

/** The two choices about a refused change: what is stored, and what this admin chose. */
export function choicesOf(change: ApplicationChange, stored: Pick<Application, 'status' | 'archived'>) {
  const { theirs, mine } = valuesOf(change, stored)
  if ('status' in change) return { keep: `Keep ${theirs}`, change: `Change to ${mine}` }
  return { keep: `Leave it ${theirs}`, change: change.archived ? 'Archive it' : 'Unarchive it' }
}

/** What another admin did, and what this admin chose, as sentences after the name of the application. */
export function describeConflict(
  { since: [last] = [] }: Pick<RefusedApplication, 'since'>,
  stored: Pick<Application, 'status' | 'archived'>,
  change: ApplicationChange,
): string {
  const { theirs, mine } = valuesOf(change, stored)
  const by = last ? `: ${describeActor(last)} changed it on ${formatDayAndTime(last.at)}` : ''
  return `is now ${theirs}${by}. You chose ${mine}.`
}

/** How many decisions wait for the network. */
export function countUnsent(count: number): string {
  return `${count === 1 ? '1 decision is' : `${formatCount(count)} decisions are`} not saved.`
}

/** How many decisions another admin contradicted. */
export function countChoices(count: number): string {
  return `${count === 1 ? '1 decision needs' : `${formatCount(count)} decisions need`} your choice.`
}

/** The toast for a change that was refused, or could not be sent. */
export function describeFailedChange(change: ApplicationChange): ToastMessage {
  return 'status' in change
    ? { title: 'Update failed', description: 'Failed to update application status' }
    : { title: 'Action failed', description: 'Failed to change archive status' }
}

/** The toast after several applications were deleted: how many, and how many were gone before. */
export function describeDeleted({ deleted, refused }: DeletedApplications): ToastMessage {
  const held = refused.filter(({ reason }) => reason === 'held').length
  const gone = refused.length - held
  const sentences = [
    [gone, `no longer exist${gone === 1 ? 's' : ''}.`],
    [held, `${held === 1 ? 'stays' : 'stay'}: of people who are held for a legal matter.`],
  ] as const
  const [first, second] = sentences.filter(([count]) => count > 0)
  if (deleted.length === 0 && first && !second)
    return { title: 'Delete failed', about: countApplications(first[0]), description: first[1], tone: 'error' }
  const said = [first, second].flatMap((each) => (each ? [`${countApplications(each[0])} ${each[1]}`] : []))
  if (deleted.length === 0) return { title: 'Delete failed', description: said.join(' '), tone: 'error' }
  const title = deleted.length === 1 ? 'Application deleted' : 'Applications deleted'
  return { title, about: countApplications(deleted.length), ...(said.length > 0 && { description: said.join(' ') }) }
}

/** Why an application was refused, as a sentence after its name. */
export function describeRefusal({ reason }: Pick<RefusedApplication, 'reason'>): string {
  if (reason === 'changed_meanwhile') return 'was changed by another admin meanwhile.'
  if (reason === 'set_aside') return 'is set aside to be erased.'
  return reason === 'not_found' ? 'no longer exists.' : 'is in quarantine.'
}

/** Which applications were refused, and why: up to three by name. */
export function describeRefused(refused: readonly Pick<RefusedApplication, 'name' | 'reason'>[]): string {
  return describeSome(refused, describeRefusal)
}

/** The same with other reasons. @param describe the reason, as a sentence after the name */
export function describeSome<One extends Pick<RefusedApplication, 'name'>>(
  refused: readonly One[],
  describe: (one: One) => string,
): string {
  const sentences = refused.slice(0, EXPLAINED).map((one) => `${one.name ?? 'One application'} ${describe(one)}`)
  const more = refused.length - sentences.length
  return [...sentences, ...(more > 0 ? [`${formatCount(more)} more were not changed.`] : [])].join(' ')
}

/** One action of an admin that can be taken back. */
export type UndoStep = {
  /** What it is called, as in `Change undone`. */
  noun: string
  /** What its applications are after the undo, as in `4 applications are open again`; without it they are named. */
  outcome?: string
  /** The changes that the server made of it and that are not undone yet; none before its response. */
  changes: number[]
  /** What became of the others; null where a change had been undone already. */
  done: Array<UndoneChange | null>
}

/** Whether an undo was refused because the change can no longer be undone: another attempt would be refused too. */
export function isTooLate(error: Error): error is ApiError {
  return error instanceof ApiError && (error.status === 404 || error.status === 409)
}

/** The toast of an undo that stopped before its end: the server says when it is too late. */
export function describeUndoFailure(error: Error, { noun, done }: UndoStep): ToastMessage {
  return {
    title: done.length > 0 ? `${noun} partly undone` : 'Undo failed',
    description: (isTooLate(error) && error.serverMessage) || 'The change could not be undone. Please try again.',
  }
}
