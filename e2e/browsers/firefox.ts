import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findCommand } from '../../scripts/find-browser.ts'
import { type Driver, type InstalledBrowser, keyActions } from './driver.ts'
import { recordViolations } from './faults.ts'

const COMMANDS = ['firefox-esr', 'firefox']

/** Save files without a prompt, send no requests to Mozilla, and show no animations. */
const PREFERENCES = {
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.prefersReducedMotion': 1,
}

/**
 * Firefox, which speaks the bidirectional protocol without a driver. `FIREFOX_PATH` names another than the first on the
 * path.
 */
export function findFirefox(): InstalledBrowser {
  const path = process.env.FIREFOX_PATH ?? findCommand(COMMANDS)
  return {
    name: 'Firefox',
    missing: path ? undefined : 'no Firefox found (Debian: apt-get install firefox-esr; or set FIREFOX_PATH)',
    start: (home) => startFirefox(path ?? '', home),
  }
}

async function startFirefox(path: string, home: string): Promise<Driver> {
  const preferences = Object.entries({ ...PREFERENCES, 'browser.download.dir': home })
  const lines = preferences.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
  writeFileSync(join(home, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0']
  const browser = spawn(path, args, { env: { ...process.env, HOME: home }, stdio: ['ignore', 'ignore', 'pipe'] })
  const send = await connect(`${await addressOf(browser)}/session`)
  await send('session.new', { capabilities: {} })
  await send('script.addPreloadScript', { functionDeclaration: String(recordViolations) })
  // The first window of a browser without a screen never has the focus, and without it keys press no button.
  const { context } = (await send('browsingContext.create', { type: 'window' })) as { context: string }
  const evaluate = async (functionDeclaration: string, args: unknown[]) => {
    const params = { functionDeclaration, arguments: args, awaitPromise: true, target: { context } }
    const response = (await send('script.callFunction', params)) as Evaluation
    if (response.type === 'exception') throw new Error(response.exceptionDetails.text)
    return response.result
  }
  const text = (value: unknown) => ({ type: 'string', value: JSON.stringify(value) })
  const perform = (type: string, actions: object[]) =>
    send('input.performActions', { context, actions: [{ type, id: type, actions }] })
  const byId = (sharedId: string) => ({ type: 'element', element: { sharedId } })

  return {
    navigate: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async (functionText, args) => {
      const { value } = await evaluate(`(args) => JSON.stringify((${functionText})(...JSON.parse(args)))`, [text(args)])
      return value === undefined ? undefined : JSON.parse(value)
    },
    find: async (functionText, args) =>
      (await evaluate(`(args) => (${functionText})(...JSON.parse(args))`, [text(args)])).sharedId ?? null,
    click: async (element) => {
      const move = { type: 'pointerMove', x: 0, y: 0, origin: byId(element) }
      await perform('pointer', [move, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }])
    },
    press: async (keys) => {
      await perform('key', keyActions(keys))
    },
    chooseFile: async (sharedId, path) => {
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    picture: async () => ((await send('browsingContext.captureScreenshot', { context })) as { data: string }).data,
    close: async () => {
      const ended = once(browser, 'exit')
      browser.kill('SIGTERM')
      await ended
    },
  }
}

type Evaluation =
  | { type: 'success'; result: { value?: string; sharedId?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

async function addressOf(browser: ChildProcess): Promise<string> {
  if (!browser.stderr) throw new Error('Firefox has no output.')
  let written = ''
  for await (const line of createInterface({ input: browser.stderr })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) {
      browser.stderr.resume()
      return address
    }
    written += `${line}\n`
  }
  throw new Error(`Firefox ended:\n${written}`)
}

type Send = (method: string, params: object) => Promise<unknown>

/** Connects to a browser, which responds to commands in any order. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    if (message.type === 'success') waiting.get(message.id)?.resolve(message.result)
    if (message.type === 'error') waiting.get(message.id)?.reject(new Error(`${message.error}: ${message.message}`))
  })
  let last = 0
  return (method, params) => {
    const id = ++last
    const response = Promise.withResolvers<unknown>()
    waiting.set(id, response)
    socket.send(JSON.stringify({ id, method, params }))
    return response.promise
  }
}
