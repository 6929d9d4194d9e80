import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findCommand } from '../../scripts/find-browser.ts'
import { freePort } from '../../test/free-port.ts'
import { type Driver, type InstalledBrowser, keyActions } from './driver.ts'

const MINI_BROWSERS = '/usr/lib/*/webkit2gtk-4.1/MiniBrowser'
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const STARTS_WITHIN_MS = 20_000
/** Nothing moves while it is looked for. */
const STANDING_STILL = '[Settings]\ngtk-enable-animations=0\n'
const WINDOW = { width: 1280, height: 720 }

/**
 * WebKitGTK, the engine of Safari in GNOME's clothes, through its own driver. Without a display it gets a virtual
 * one.
 */
export function findWebkit(): InstalledBrowser {
  const driver = findCommand(['WebKitWebDriver'])
  const [browser] = globSync(MINI_BROWSERS)
  const screen = findCommand(['Xvfb'])
  const hasDisplay = Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
  const packages = [!(driver && browser) && 'webkit2gtk-driver', !(hasDisplay || screen) && 'xvfb'].filter(Boolean)
  return {
    name: 'WebKitGTK',
    missing:
      packages.length > 0
        ? `no WebKitGTK with a driver and a display found (Debian: apt-get install ${packages.join(' ')})`
        : undefined,
    start: (home) =>
      startWebkit({ driver: driver ?? '', browser: browser ?? '', screen: hasDisplay ? undefined : screen }, home),
  }
}

type Commands = { driver: string; browser: string; screen: string | undefined }

async function startWebkit({ driver, browser, screen }: Commands, home: string): Promise<Driver> {
  await mkdir(join(home, '.config/gtk-3.0'), { recursive: true })
  await writeFile(join(home, '.config/gtk-3.0/settings.ini'), STANDING_STILL)
  const display = screen ? await startScreen(screen) : undefined
  const port = await freePort()
  const env = { ...process.env, HOME: home, XDG_DOWNLOAD_DIR: home, ...(display && { DISPLAY: display.name }) }
  const service = spawn(driver, [`--port=${port}`], { env, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}/session`
  const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } }
  const { sessionId } = (await whenUp(() => command('POST', address, { capabilities: { alwaysMatch: options } }))) as {
    sessionId: string
  }
  const send = (method: string, path: string, body?: object) => command(method, `${address}/${sessionId}${path}`, body)
  const evaluate = (functionText: string, args: unknown[]) =>
    send('POST', '/execute/sync', { script: `return (${functionText})(...arguments)`, args })
  await send('POST', '/window/rect', WINDOW)

  return {
    navigate: async (url) => {
      await send('POST', '/url', { url })
    },
    evaluate,
    find: async (functionText, args) => {
      const found = (await evaluate(functionText, args)) as Record<string, string> | null
      return found?.[ELEMENT] ?? null
    },
    click: async (element) => {
      await send('POST', `/element/${element}/click`, {})
    },
    press: async (keys) => {
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'key', actions: keyActions(keys) }] })
    },
    chooseFile: async (element, path) => {
      await send('POST', `/element/${element}/value`, { text: path })
    },
    picture: async () => (await send('GET', '/screenshot')) as string,
    close: async () => {
      await send('DELETE', '')
      await end(service)
      if (display) await end(display.process)
    },
  }
}

async function command(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error: string; message: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Retries until the driver accepts requests. */
async function whenUp<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const isUp = !(error instanceof TypeError)
      if (isUp || Date.now() > deadline) throw error
      await wait(50)
    }
  }
}

/** Xvfb chooses a free display, and says which. */
async function startScreen(path: string): Promise<{ name: string; process: ChildProcess }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']
  const screen = spawn(path, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const chosen = screen.stdio[3]
  if (!chosen) throw new Error('Xvfb has no output.')
  const [number] = await once(chosen, 'data')
  return { name: `:${String(number).trim()}`, process: screen }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
