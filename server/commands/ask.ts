import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether the command can ask a person: both ends are a terminal. */
export function isOnTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks a yes-or-no question; every answer but y or yes means no. */
export async function askYesOrNo(question: string, signal: AbortSignal): Promise<boolean> {
  using lines = openLines(process.stderr)
  const answer = await answerTo(lines, `${question} [y/N] `, signal)
  return /^y(es)?$/i.test(answer.trim())
}

/** Asks for a secret, without showing what is typed. */
export async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  using lines = openLines(new Writable({ write: (_chunk, _encoding, done) => done() }))
  // In raw mode the terminal shows nothing that is typed.
  process.stderr.write(question)
  const answer = await answerTo(lines, '', signal)
  process.stderr.write('\n')
  return answer
}

function openLines(output: NodeJS.WritableStream): Interface {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // In raw mode Ctrl-C arrives as a key, not as a signal.
  return lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
}

/** @returns the typed text; empty when the input has ended */
async function answerTo(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  const ended = once(lines, 'close').then(() => '')
  const answered = lines.question(question, { signal }).catch((error) => {
    signal.throwIfAborted()
    // Ctrl-D counts as an empty answer.
    if (error.name === 'AbortError') return ''
    throw error
  })
  return Promise.race([answered, ended])
}
