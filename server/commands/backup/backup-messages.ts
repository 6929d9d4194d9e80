import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import { RESUME_KEY } from '../../platform/file-stores/local-store.ts'
import type { Counts, Fault } from './check-folder.ts'
import type { EndedAccess } from './end-access.ts'

/** Says what is wrong and what to do about it; names applications by number, never by a person's name. */
export function faultLine(fault: Fault): string {
  switch (fault.kind) {
    case 'database':
      return `The database is damaged: ${fault.message}. Stop the server, keep a copy of the data folder, and restore the latest backup.`
    case 'missing':
      return `${resumeOf(fault)} is missing. ${remedy(fault)}`
    case 'altered':
      return `${resumeOf(fault)} is not what the applicant sent: its checksum differs. ${remedy(fault)}`
    case 'unnamed':
      return RESUME_KEY.test(fault.name)
        ? `No application names the file resumes/${fault.name}. The server moves it to resumes-unnamed within five hours, and deletes it 30 days later.`
        : `The file resumes/${fault.name} is not one of Wellhead. Move it out of the data folder.`
  }
}

function resumeOf({ application, isEarlier }: Fault & { kind: 'missing' | 'altered' }): string {
  return `${isEarlier ? 'An earlier' : 'The'} resume of application ${application}`
}

function remedy({ key, isRemote }: Fault & { kind: 'missing' | 'altered' }): string {
  if (isRemote) return "The bucket or cloud drive has it: the server's next daily check brings it back."
  if (key === null) return 'No file store has it: ask the applicant for it.'
  return `Put the file resumes/${key} back from an earlier backup.`
}

/** Names the tasks that no version can run; undefined when there are none. */
export function unreadableLine(tasks: number[]): string | undefined {
  if (tasks.length === 0) return undefined
  const rows = tasks.slice(0, 10).join(', ') + (tasks.length > 10 ? ' and more' : '')
  return `${counted(tasks.length, 'task')} of the outbox cannot be read (rows ${rows} of outbox_tasks). No application and no file is missing because of this; see docs/operations.md.`
}

/** Says how much an installation holds. */
export function countLine({ applications, postings, resumes }: Counts): string {
  return `${counted(applications, 'application')}, ${counted(postings, 'posting')} and ${counted(resumes, 'resume')}`
}

/** Says how many resumes the data folder lacks by design; undefined when there are none. */
export function remoteLine({ remoteOnly }: Counts, consequence: string): string | undefined {
  return remoteOnly === 0
    ? undefined
    : `Only in the bucket or cloud drive: ${counted(remoteOnly, 'resume')}${consequence}.`
}

/** Says what a restore has ended, and what follows from it. */
export function* endedLines(ended: EndedAccess): Generator<string> {
  const { links, questions, feeds, invitations, codes, tokens, webhooks, alerts, consents } = ended
  if (links > 0) yield `${counted(links, 'private link')} of applicants ended. They can have new ones sent to them.`
  if (questions > 0) yield `${counted(questions, 'link')} of colleagues ended. Whoever asked them sends a new one.`
  if (feeds > 0) yield `${counted(feeds, 'calendar address')} of admins ended. They make new ones under Interviews.`
  if (invitations > 0) yield `${counted(invitations, 'invitation')} of people ended. An owner can invite them anew.`
  if (webhooks > 0) yield `${counted(webhooks, 'webhook')} disabled. An owner enables them under Webhooks.`
  if (tokens > 0) yield `${counted(tokens, 'API token')} ended. Each person makes new ones under API tokens.`
  if (codes > 0) yield `${counted(codes, 'recovery code')} ended. Each person makes new ones in the own account.`
  if (consents > 0)
    yield `${counted(consents, 'application')} kept by a consent that may be withdrawn since: their applicants are asked again.`
  if (alerts > 0) {
    yield `${counted(alerts, 'job alert')} must be confirmed again. The server asks each address once, by mail.`
  }
}

/** Says that the ways to sign in are those of the backup, where there are some that may have been removed since. */
export function* waysLines({ identities, passkeys, apps }: EndedAccess, createdAt: string): Generator<string> {
  if (identities + passkeys + apps === 0) return
  const ways = `${counted(identities, 'company account')}, ${counted(passkeys, 'passkey')} and ${counted(apps, 'authenticator app')}`
  yield `Passwords, ${ways} open their accounts as of ${createdAt}.`
  yield 'One that was changed, unlinked or removed since is back, and people deactivated since are let in again: an owner'
  yield `looks through People, and each person through ${ACCOUNT_MENU.signIn} and ${ACCOUNT_MENU.company} in the menu.`
}

/** A number with its noun. @param plural where it is not made by an ending */
export function counted(count: number, noun: string, plural = `${noun}${noun.endsWith('s') ? 'es' : 's'}`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
