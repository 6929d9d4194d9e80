import { RESUME_KEY } from '../../platform/file-stores/local/local-store.ts'
import type { Fault } from './check-folder.ts'
import type { Counts } from './folder-queries.ts'

/** Says what is wrong and what to do about it, with numbers and never a person's name. */
export function faultLine(fault: Fault): string {
  switch (fault.kind) {
    case 'database':
      return `The database is damaged: ${fault.message}. Stop the server, keep a copy of the data folder, and restore the latest backup.`
    case 'missing':
      return `The resume of application ${fault.application} is missing. ${remedy(fault)}`
    case 'altered':
      return `The resume of application ${fault.application} is not what was sent: its checksum differs. ${remedy(fault)}`
    case 'unnamed':
      return RESUME_KEY.test(fault.name)
        ? `No application names the file resumes/${fault.name}. The server moves it to resumes-unnamed at its next start or daily check, and deletes it 30 days later.`
        : `The file resumes/${fault.name} is not one of Wellhead. Move it out of the data folder.`
  }
}

/** Says which tasks nobody can do; undefined when there are none. */
export function unreadableLine(tasks: number[]): string | undefined {
  if (tasks.length === 0) return undefined
  return `${counted(tasks.length, 'task')} of the outbox cannot be read (rows ${tasks.slice(0, 10).join(', ')}${tasks.length > 10 ? ' and more' : ''} of outbox_tasks). No application and no file is missing for that; see docs/operations.md.`
}

function remedy({ key, isInCloud }: Fault & { kind: 'missing' | 'altered' }): string {
  if (isInCloud) return "The cloud drive has a copy: the server's next daily check brings it back."
  if (key === null) return 'No place has it: ask the applicant for it.'
  return `Put the file resumes/${key} back from an earlier backup.`
}

/** Says how much there is. */
export function countLine({ applications, postings, resumes }: Counts): string {
  return `${counted(applications, 'application')}, ${counted(postings, 'posting')} and ${counted(resumes, 'resume')}`
}

/** A number with its word. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
