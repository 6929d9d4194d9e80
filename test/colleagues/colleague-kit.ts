import { vi } from 'vitest'
import { COLLEAGUE_API, COLLEAGUE_DEVICE_HEADER, COLLEAGUE_TOKEN_HEADER } from '../../contract/team/colleague-paths.ts'
import type { LinkedQuestion, MadeColleagueQuestion } from '../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import type { AdminClient } from '../admin-client.ts'
import { PATIENT, type prepareMail } from '../smtp/mail-kit.ts'

/** The colleague without an account who is asked. */
export const LENA = 'lena@example.com'

type Site = Pick<ReturnType<typeof prepareMail>, 'app' | 'admin' | 'mailTo'>
type Asked = MadeColleagueQuestion & ErrorBody

/** The token in the text of a mail, or in an address. */
export const tokenIn = (text = ''): string => /colleague#([\w-]{43})/.exec(text)?.[1] ?? ''

/** Asks a colleague, and does what a colleague does with the link. @param applicant the one that is asked about */
export function prepareColleague({ app, admin, mailTo }: Site, applicant: () => number) {
  const ask = (client: AdminClient = admin(), byMail = false, id = applicant()) =>
    client.request<Asked>('POST', pathTo(ADMIN_API.colleagueQuestions, id), {
      ...{ email: LENA, question: 'Would you talk to her?', byMail },
    })
  const send = (token: string, device: string, method: string, path: string, body?: unknown) =>
    app().request(path, {
      method,
      headers: {
        [COLLEAGUE_TOKEN_HEADER]: token,
        ...(device !== '' && { [COLLEAGUE_DEVICE_HEADER]: device }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const open = async (token: string, code: string | null = null, device = '') => {
    const response = await send(token, device, 'POST', COLLEAGUE_API.openAskedQuestion, { code })
    return { status: response.status, body: (await response.json()) as { device: string } & ErrorBody }
  }
  const codes = () => mailTo(LENA).filter(({ mail }) => mail.subject?.startsWith('Your code'))
  return {
    ask,
    /** The token of a new link. */
    askedToken: async () => tokenIn((await ask()).body.url ?? ''),
    /** Sends a request as a colleague. */
    send,
    read: async (token: string, device = '') => {
      const response = await send(token, device, 'GET', COLLEAGUE_API.askedQuestion)
      const body = (await response.json()) as LinkedQuestion & ErrorBody
      return { status: response.status, headers: response.headers, body }
    },
    open,
    /** Opens a link on the first device. @returns its secret */
    openFirst: async (token: string) => (await open(token)).body.device,
    answer: (token: string, device: string, verdict: string, comment: string | null = null) =>
      send(token, device, 'POST', COLLEAGUE_API.askedQuestionAnswer, { verdict, comment }),
    sendCode: (token: string) => send(token, '', 'POST', COLLEAGUE_API.askedQuestionCode),
    /** The mails with a code that have arrived. */
    codes,
    /** The code of the newest of so many mails. */
    codeIn: async (count: number) => {
      await vi.waitUntil(() => codes().length >= count, PATIENT)
      return codes().at(-1)?.mail.subject?.slice(-6) ?? ''
    },
  }
}

/** A code that is not this one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
