import { setTimeout as wait } from 'node:timers/promises'
import { type Driver, KEY } from './driver.ts'
import { recordViolations, takeViolations } from './faults.ts'

/** Generous, because a busy machine is slow. */
const TIMEOUT_MS = 20_000

/** What a person can point at. A choice is the label of a radio button, the resume what opens it in the details. */
type Kind = 'button' | 'link' | 'field' | 'choice' | 'file' | 'resume'

/** A person at a browser: finds elements by name, and waits for them. */
export type Visitor = ReturnType<typeof createVisitor>

/**
 * Puts a person in front of a browser.
 * @param site address of the site, without a path
 */
export function createVisitor(driver: Driver, site: string) {
  const evaluate = <Args extends unknown[], Result>(act: (...args: Args) => Result, ...args: Args) =>
    driver.evaluate(String(act), args) as Promise<Result>
  const find = (kind: Kind, name: string) =>
    until(`${kind} “${name}”`, () => driver.find(String(findControl), [kind, name]))

  // An element that was just redrawn, or still moves, is looked up again, also when it moved away under the click.
  const click = (kind: Kind, name: string) =>
    until(`a click on ${kind} “${name}”`, async () => {
      const found = await find(kind, name)
      await evaluate(watchClick)
      return driver.click(found).then(
        async () => !(await evaluate(hasMissed)),
        () => false,
      )
    })
  const faults: string[] = []

  return {
    /** Opens a page and waits until it is interactive. */
    open: async (path: string) => {
      faults.push(...(await evaluate(takeViolations)))
      await driver.navigate(site + path)
      await evaluate(recordViolations)
      await until('an interactive page', () => evaluate(isAlive))
    },
    click,
    /** Clicks into a field and types. */
    fill: async (name: string, text: string) => {
      await click('field', name)
      await driver.press([...text])
      await until(`“${text}” in ${name}`, async () => (await evaluate(typedInto, name)) === text)
    },
    choose: async (path: string) => driver.chooseFile(await find('file', ''), path),
    press: (key: keyof typeof KEY) => driver.press([KEY[key]]),
    /** Waits until a text can be read somewhere on the page. */
    see: (text: string) => until(`the text “${text}”`, () => evaluate(isShown, text)),
    /** Waits until a text can no longer be read. */
    seeNoMore: (text: string) => until(`the text “${text}” to go`, async () => !(await evaluate(isShown, text))),
    /** Waits until the address has a path. */
    arrive: (path: string) => until(`the page ${path}`, () => evaluate((there) => location.pathname === there, path)),
    /** What has the focus: its name, whether it is in a dialog, and whether nothing hides its label. */
    focus: () => evaluate(focusedThing),
    theme: () => evaluate(() => getComputedStyle(document.documentElement).colorScheme),
    /** Console errors and content security policy violations; in WebKit only those after the page has loaded. */
    faults: async () => [...faults, ...(await evaluate(takeViolations))],
    find,
    evaluate,
    until,
  }
}

/** Polls until there is a result. */
async function until<Result>(what: string, ask: () => Promise<Result>): Promise<NonNullable<Result>> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const response = await ask()
    if (response) return response
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}.`)
    await wait(50)
  }
}

/* The following functions run in the page. */

/**
 * The first visible thing of a name, or of a name that begins so, brought into view; what lies on top comes before the
 * page.
 */
function findControl(kind: Kind, name: string): Element | undefined {
  const selectors = {
    button: 'button, [role=tab], [role=menuitem]',
    link: 'a[href]',
    field: 'input:not([type=file]), textarea, select',
    choice: 'label',
    file: 'input[type=file]',
    resume: '[aria-labelledby=details-resume] :is(button, a)',
  }
  const layers = document.querySelectorAll('[role=dialog], [role=menu]')
  const scope = layers[layers.length - 1] ?? document
  const nameOf = (control: Element) => {
    const [label] = (control as HTMLInputElement).labels ?? []
    return (control.getAttribute('aria-label') ?? (label ?? control).textContent ?? '').trim()
  }
  const visible = [...scope.querySelectorAll(selectors[kind])].filter((control) => control.getClientRects().length > 0)
  const found = visible.find((control) => nameOf(control).startsWith(name))
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  Object.assign(window, { sought: found })
  return found
}

/** Watches where the next click lands. Some frames after a key Firefox scrolls to the text cursor, which moves what is clicked. */
function watchClick(): void {
  const watching = window as { sought?: Element; hasMissed?: boolean }
  const note = ({ target }: Event) => {
    watching.hasMissed = !watching.sought?.contains(target as Node)
  }
  watching.hasMissed = false
  document.addEventListener('click', note, { capture: true, once: true })
}

/** Whether the click landed on something else. */
function hasMissed(): boolean {
  return (window as { hasMissed?: boolean }).hasMissed ?? false
}

function typedInto(name: string): string | undefined {
  const focused = document.activeElement as HTMLInputElement | null
  return focused?.labels?.[0]?.textContent?.trim().startsWith(name) ? focused.value : undefined
}

function isAlive(): boolean {
  const root = document.getElementById('root')
  return root !== null && Object.keys(root).some((key) => key.startsWith('__reactContainer'))
}

function isShown(text: string): boolean {
  return document.body.innerText.includes(text)
}

function focusedThing(): { name: string; isInDialog: boolean; isLabelShown: boolean } {
  const focused = document.activeElement
  const [label] = (focused as HTMLInputElement | null)?.labels ?? []
  const name = focused?.getAttribute('aria-label') ?? (label ?? focused)?.textContent ?? ''
  const { left = 0, top = 0 } = label?.getBoundingClientRect() ?? {}
  return {
    name: name.trim(),
    isInDialog: focused?.closest('[role=dialog]') !== null,
    isLabelShown: label !== undefined && document.elementFromPoint(left + 2, top + 2) === label,
  }
}
