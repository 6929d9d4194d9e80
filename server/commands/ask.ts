import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether a person sits in front of this command. */
export function isOnTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Asks a question with two answers; anything but a clear yes is no. */
export async function askYesOrNo(question: string, signal: AbortSignal): Promise<boolean> {
  using lines = openLines(process.stderr)
  const answer = await answerTo(lines, `${question} [y/N] `, signal)
  return /^y(es)?$/i.test(answer.trim())
}

/** Asks for something that must not be seen on the screen. */
export async function askSecret(question: string, signal: AbortSignal): Promise<string> {
  using lines = openLines(new Writable({ write: (_chunk, _encoding, done) => done() }))
  // From here on the terminal shows nothing by itself.
  process.stderr.write(question)
  const answer = await answerTo(lines, '', signal)
  process.stderr.write('\n')
  return answer
}

function openLines(output: NodeJS.WritableStream): Interface {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  // The terminal hands keys on as they are meanwhile, Ctrl-C too.
  return lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
}

/** @returns what was typed; nothing where the input has ended */
async function answerTo(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  const ended = once(lines, 'close').then(() => '')
  const answered = lines.question(question, { signal }).catch((error) => {
    signal.throwIfAborted()
    // Ctrl-D is no answer either.
    if (error.name === 'AbortError') return ''
    throw error
  })
  return Promise.race([answered, ended])
}
