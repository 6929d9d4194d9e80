import type { Application } from '../../../../contract/applications/application.ts'
import { initialsOf } from './assignee-texts.ts'

/** Who takes care of an application, in the room of two letters. */
export function AssigneeMark({ assignee }: Pick<Application, 'assignee'>) {
  if (!assignee) return null
  return (
    <span
      title={`Assigned to ${assignee.name}`}
      className="inline-grid h-5 min-w-5 shrink-0 place-items-center rounded-full border border-line px-1 font-mono font-normal text-[0.6875rem] text-ink-muted leading-none"
    >
      <span aria-hidden="true">{initialsOf(assignee.name)}</span>
      <span className="sr-only">assigned to {assignee.name}</span>
    </span>
  )
}
