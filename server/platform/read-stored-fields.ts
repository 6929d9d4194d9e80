import type * as z from 'zod'
import { parseJson } from './parse-json.ts'

/** A stored document as it applies, and the fields of it that this version of the program could not read wholly. */
export type StoredFields<Fields> = { value: Fields; unreadable: string[] }

/**
 * Reads a stored document field by field, so that one value that cannot be read does not cost the others. Of a list the
 * entries stay that can be read; any other field has its default then, as a field that is not stored.
 * @param schema every field of it has a default
 * @param json undefined where nothing is stored
 */
export function readStoredFields<Shape extends Record<string, z.ZodType>>(
  schema: z.ZodObject<Shape>,
  json: string | undefined,
): StoredFields<z.output<z.ZodObject<Shape>>> {
  const parsed = json === undefined ? {} : parseJson(json)
  const stored: object = typeof parsed === 'object' && parsed !== null ? parsed : {}
  const readable: Record<string, unknown> = {}
  const unreadable = stored === parsed ? [] : ['the whole row']
  for (const [name, field] of Object.entries<z.ZodType>(schema.shape)) {
    const value = stored[name as keyof typeof stored] as unknown
    const { error } = field.safeParse(value)
    if (error) unreadable.push(name)
    readable[name] = error ? readableEntries(field, value, error) : value
  }
  return { value: schema.parse(readable), unreadable }
}

/** What is left of a list without the entries that cannot be read; undefined when that is no valid list either. */
function readableEntries(field: z.ZodType, value: unknown, { issues }: z.ZodError): unknown {
  if (!Array.isArray(value)) return undefined
  const wrong = new Set(issues.map(({ path }) => path[0]))
  const entries = value.filter((_, index) => !wrong.has(index))
  return field.safeParse(entries).success ? entries : undefined
}
