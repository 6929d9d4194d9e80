/** The variables of message templates. No library is imported, so the preview can load it alone. */

/** What a variable stands for. `first_name` may carry what to say without one: `{first_name|there}`. */
export const MESSAGE_VARIABLES = [
  'first_name',
  'name',
  'job',
  'company',
  'reference',
  'status_link',
  'interview',
  'answer_by',
  'erase_on',
  'sender',
] as const

/** A variable of a message template. */
type MessageVariable = (typeof MESSAGE_VARIABLES)[number]

/** The values of the variables; a variable without one is left as it stands, to be filled in later. */
export type MessageValues = Partial<Record<MessageVariable, string>>

/** Anything in braces: the name of a variable, with an alternative for an empty value. */
const VARIABLE = /\{([^{}|]*)(?:\|([^{}]*))?\}/g

/** What a text has in braces that is no variable, each once, such as `First_Name`, ` name ` or the empty text. */
export function unknownVariables(text: string): string[] {
  return variablesOf(text).filter((name) => !isVariable(name))
}

/** The variable that a name was meant for: it is spelled otherwise, or its beginning or end is left out. */
export function nearVariable(name: string): string | undefined {
  const letters = lettersOf(name)
  const near = (variable: string) => {
    const other = lettersOf(variable)
    return other === letters || (letters.length > 2 && (other.startsWith(letters) || letters.startsWith(other)))
  }
  return MESSAGE_VARIABLES.find(near)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/** Whether a text has a variable that only a body may have: subjects are listed and stored, and the private link is not. */
export function hasPrivateLink(text: string): boolean {
  return variablesOf(text).includes('status_link' satisfies MessageVariable)
}

function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
}

/** How many variables a text has, each as often as it stands there: each may become a long title for each applicant. */
export function countVariables(text: string): number {
  return [...text.matchAll(VARIABLE)].length
}

/** The text of a message without its private link, as a person may send or read it. */
export function withoutPrivateLink(body: string): string {
  return body
    .split(/\n{2,}/)
    .filter((paragraph) => !paragraph.includes('{status_link}'))
    .join('\n\n')
}

/** Puts values in the place of variables. */
export function fillTemplate(text: string, values: MessageValues): string {
  return text.replaceAll(VARIABLE, (variable, name: string, alternative: string | undefined) => {
    const value = isVariable(name) ? values[name] : undefined
    return value === undefined ? variable : value || (alternative ?? '')
  })
}

function isVariable(name: string): name is MessageVariable {
  return (MESSAGE_VARIABLES as readonly string[]).includes(name)
}
