import { expect } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { applyAtOnce } from '../factories.ts'
import { prepareMail } from './mail-kit.ts'

/** A site whose applicants have private links, with what they do there. */
export function prepareApplicants() {
  const mail = prepareMail({ clears: ['submission_counts', 'audit_trail'] })
  const { app, smtp, admin, withLink } = mail
  const tokenIn = async (count: number) => {
    await smtp().untilReceived(count)
    const text = smtp().received[count - 1]?.mail.text ?? ''
    return /\/my-application#([\w-]{43})\s/.exec(text)?.[1] ?? expect.fail(`no link in: ${text}`)
  }
  return {
    ...mail,
    /** The token in the message that arrived as number `count`. */
    tokenIn,
    /** An application, and the token of the link in its receipt. */
    arrive: async (fields: Record<string, string> = {}) => {
      const id = await applyAtOnce(app(), fields)
      return { id, token: await tokenIn(smtp().received.length + 1) }
    },
    /** How many tasks of some kinds wait. */
    countTasks: async (...kinds: string[]) => {
      const tasks = app().db.selectFrom('outbox_tasks').where('kind', 'in', kinds)
      return (await tasks.select('id').execute()).length
    },
    askForLink: (email: string) => withLink('POST', API.newApplicationLink, undefined, { email }),
    decide: (id: number, status: string) => admin().send('PATCH', pathTo(ADMIN_API.application, id), { status }),
  }
}
