import { parentPort } from 'node:worker_threads'
import type { IncomingMail } from './incoming-mail.ts'
import { parseMail, type UnparsedMail } from './parse-mail.ts'

/** What the worker says of a mail: undefined where the parser refuses it. */
export type ParsedResponse = IncomingMail | undefined

/** Entry of the worker thread of `mail-parser.ts`: one message in, one message out. */
parentPort?.on('message', async (mail: UnparsedMail) => {
  parentPort?.postMessage(await parseMail(mail).catch(() => undefined))
})
