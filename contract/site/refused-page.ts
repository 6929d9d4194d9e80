/** What a page carries instead when its customer prefix has asked for too many of them; says why, and when to come back. */
export type RefusedPage = { refusal: string }

/** Whether a page carries why it is refused. */
export function isRefusedPage(served: unknown): served is RefusedPage {
  return typeof served === 'object' && served !== null && 'refusal' in served
}
