import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/*
 * The vocabulary of schema.org, read from the declarations of the package `schema-dts`, which are generated from it: every
 * type, its properties, and what their values may be.
 */

/** What of a declared type counts: the types it inherits from, and what its own properties expect. */
type Declared = { parents: string[]; properties: Map<string, string[]> }

const declarations = readFileSync(fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts'), 'utf8')
const interfaces = readInterfaces()
/** The subtypes of a type, and the type itself as `Leaf`. */
const unions = new Map(
  Array.from(declarations.matchAll(/^export type (\w+) = (.+);$/gm), ([, name = '', members = '']) => [
    name,
    members.split(' | '),
  ]),
)

function readInterfaces(): Map<string, Declared> {
  const found = new Map<string, Declared>()
  for (const block of declarations.split('\n}\n')) {
    const [, name, parents = ''] = /^(?:export )?interface (\w+) extends (.+) \{$/m.exec(block) ?? []
    const properties = block.matchAll(/^ {4}"(\w+)"\?: SchemaValue<([\w |]+), /gm)
    const expected = Array.from(properties, ([, property = '', types = '']) => [property, types.split(' | ')] as const)
    if (name) found.set(name, { parents: parents.split(', '), properties: new Map(expected) })
  }
  return found
}

/** What in structured data schema.org does not know: types, properties, and values that a property does not expect. */
export function vocabularyFaults(node: Record<string, unknown>): string[] {
  const type = String(node['@type'])
  if (!interfaces.has(`${type}Leaf`)) return [`schema.org has no type ${type}`]
  return Object.entries(node)
    .filter(([property]) => !property.startsWith('@'))
    .flatMap(([property, value]) => {
      const expected = expectedOf(`${type}Leaf`, property)
      if (!expected) return [`${type} has no property ${property}`]
      return [value].flat().flatMap((each) => valueFaults(`${property} of ${type}`, each, expected))
    })
}

function valueFaults(what: string, value: unknown, expected: string[]): string[] {
  if (typeof value !== 'object' || value === null) {
    return isData(value, expected) ? [] : [`${what} expects ${expected.join(' or ')}, not ${JSON.stringify(value)}`]
  }
  const node = value as Record<string, unknown>
  const isExpected = expected.some((type) => isKind(String(node['@type']), type))
  const own = isExpected ? [] : [`${what} expects ${expected.join(' or ')}, not ${node['@type']}`]
  return [...own, ...vocabularyFaults(node)]
}

function expectedOf(name: string, property: string): string[] | undefined {
  const declared = interfaces.get(name)
  if (!declared) return undefined
  const inherited = () => declared.parents.map((parent) => expectedOf(parent, property)).find(Boolean)
  return declared.properties.get(property) ?? inherited()
}

/** Whether a type is another one or one of its subtypes. */
function isKind(type: string, of: string): boolean {
  return type === of || (unions.get(of) ?? []).some((member) => member === `${type}Leaf` || isKind(type, member))
}

function isData(value: unknown, expected: string[]): boolean {
  const expects = (...types: string[]) => types.some((type) => expected.includes(type))
  if (typeof value === 'boolean') return expects('Boolean')
  if (typeof value === 'number') return expects('Number', 'Float') || (expects('Integer') && Number.isInteger(value))
  if (typeof value !== 'string') return false
  const isInstant = /^\d{4}-\d\d-\d\d(?:T|$)/.test(value) && !Number.isNaN(Date.parse(value))
  return expects('Text') || (expects('URL') && URL.canParse(value)) || (expects('Date', 'DateTime') && isInstant)
}
