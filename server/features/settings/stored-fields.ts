import type * as z from 'zod'
import { parseJson } from '../../platform/parse-json.ts'

/** A stored document as it applies, and the fields of it that this version of the program could not read wholly. */
export type StoredFields<Fields> = { value: Fields; unreadable: string[] }

/**
 * Reads a stored document field by field, so that one value that cannot be read does not cost the others. Of a list the
 * entries stay that can be read; any other field has its default then, as a field that is not stored.
 * @param json undefined where nothing is stored
 */
export function readStoredFields<Schema extends z.ZodObject>(
  schema: Schema,
  defaults: z.output<Schema>,
  json: string | undefined,
): StoredFields<z.output<Schema>> {
  const stored = parseFields(json)
  const value: Record<string, unknown> = { ...defaults }
  const unreadable = stored || json === undefined ? [] : ['the whole row']
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const storedValue = stored?.[name]
    if (storedValue === undefined) continue
    const { data, error } = field.safeParse(withDefaults(storedValue, defaults[name]))
    if (error) unreadable.push(name)
    value[name] = error ? (readableEntries(field, storedValue, error) ?? defaults[name]) : data
  }
  return { value: value as z.output<Schema>, unreadable }
}

/** What a value with parts lacks, because this version of the program has more of them, has its default. */
function withDefaults(value: unknown, defaults: unknown): unknown {
  return isRecord(value) && isRecord(defaults) ? { ...defaults, ...value } : value
}

/** A stored document with some fields changed. The others stay as stored, also those that this version cannot read. */
export function changeStoredFields(json: string | undefined, changes: object): string {
  return JSON.stringify({ ...parseFields(json), ...changes })
}

/** Undefined where nothing is stored, or no document. */
function parseFields(json: string | undefined): Record<string, unknown> | undefined {
  const parsed = json === undefined ? undefined : parseJson(json)
  return isRecord(parsed) ? { ...parsed } : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list without the entries that cannot be read; undefined when that is no valid list either. */
function readableEntries(field: z.ZodType, value: unknown, { issues }: z.ZodError): unknown {
  if (!Array.isArray(value)) return undefined
  const wrong = new Set(issues.map(({ path }) => path[0]))
  const entries = value.filter((_, index) => !wrong.has(index))
  return field.safeParse(entries).data
}
