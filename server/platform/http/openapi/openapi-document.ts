import { MAX_ID, PAGE_SIZE } from '../../../../contract/limits.ts'
import { HEADERS, OPERATIONS, type OperationWords, PARAMETERS, TAGS } from './openapi-operations.ts'

/** As much of OpenAPI 3.1 as is completed here. */
export type OpenApiDocument = { paths: Record<string, Record<string, Operation>>; components: object }
type Operation = {
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
type Parameter = { in: string; name: string; description?: string; schema: Schema }
type Response = { description: string; headers?: Record<string, object>; content?: Record<string, object> }
/** As much of JSON Schema as is looked at here. */
export type Schema = { anyOf?: Schema[]; pattern?: string; [key: string]: unknown }

/** Schema of numbers that a path, a query or a form has as text: the pattern they are judged by, and their limit. */
const NUMBERS: Record<string, number> = { '^[1-9]\\d{0,9}$': MAX_ID, '^[1-9]\\d{0,2}$': PAGE_SIZE.most }

/** A file, in a form or as an answer. */
export const FILE = { type: 'string', format: 'binary' }

const REFUSED = { $ref: '#/components/responses/Refused' }

/** What the statuses of successes mean, where the route says nothing. */
const UNTOLD = 'Default Response'
const MEANINGS: Record<string, string> = { 200: 'Done', 201: 'Stored', 202: 'Begun', 304: 'Nothing has changed' }

/**
 * Says in a document what the schemas of the routes cannot: names and summaries of the calls, headers, who needs no
 * sign-in, and that all refusals look alike. Generators cannot all do with ranges of statuses, so those get a default.
 * @param error schema of every refusal
 */
export function completeDocument(document: OpenApiDocument, error: object): OpenApiDocument {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) complete(operation, `${method.toUpperCase()} ${path}`)
  }
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  const refused = {
    description: 'Refused, or not possible at the moment: `code` says why, and `message` says it to a person',
    headers: { 'Retry-After': headerRef('Retry-After') },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  }
  const components = { schemas: { ErrorBody: error }, headers: HEADERS, responses: { Refused: refused } }
  return { ...document, ...{ tags }, components: { ...document.components, ...components } }
}

function complete(operation: Operation, name: string): void {
  const { id, summary, headers = [] } = OPERATIONS[name] ?? ({} as Partial<OperationWords>)
  const parameters = describeParameters(operation, headers.includes('ETag'))
  const security = operation.security ?? []
  if (operation.requestBody && takesNothing(operation.requestBody.content)) operation.requestBody.required = false
  Object.assign(operation, {
    ...(id && { operationId: id, summary }),
    security,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      ...successes(operation, headers),
      ...((parameters.length > 0 || operation.requestBody) && { 400: REFUSED }),
      ...(security.length > 0 && { 401: REFUSED }),
      ...(name.includes('{id}') && { 404: REFUSED }),
      default: REFUSED,
    },
  })
}

function takesNothing(content: Record<string, { schema: Schema }>): boolean {
  return Object.values(content).some(({ schema }) => schema.anyOf?.some(({ type }) => type === 'null'))
}

function describeParameters({ parameters = [] }: Operation, isConditional: boolean): Parameter[] {
  const described = parameters.map(({ schema, ...parameter }) => {
    const description = parameter.description ?? PARAMETERS[parameter.name]
    return { ...parameter, ...(description && { description }), schema: asNumbers(schema) }
  })
  const condition = { in: 'header', name: 'If-None-Match', description: 'ETag of an earlier answer' }
  return isConditional ? [...described, { ...condition, schema: { type: 'string' } }] : described
}

function successes({ responses }: Operation, headers: readonly string[]): Record<string, Response> {
  const kept = Object.entries(responses).filter(([status]) => /^[23]\d\d$/.test(status))
  const isConditional = headers.includes('ETag')
  if (isConditional && responses[304] === undefined) kept.push(['304', { description: UNTOLD }])
  return Object.fromEntries(
    kept.map(([status, response]) => {
      const own = status === '304' ? ['ETag'] : headers
      const refs = Object.fromEntries(own.map((header) => [header, headerRef(header)]))
      const description =
        response.description === UNTOLD || status === '304' ? (MEANINGS[status] ?? 'Done') : response.description
      const content = response.content && { content: asFiles(response.content) }
      return [status, { ...response, ...content, description, ...(own.length > 0 && { headers: refs }) }]
    }),
  )
}

/** What is not JSON is a file. */
function asFiles(content: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => [type, type === 'application/json' ? body : { schema: FILE }]),
  )
}

function headerRef(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

/** A number that is judged as text is described as what it is. */
export function asNumbers(schema: Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(asNumbers) }
  const { pattern, type: _, ...rest } = schema
  const maximum = NUMBERS[pattern ?? '']
  return maximum === undefined ? schema : { ...rest, type: 'integer', minimum: 1, maximum }
}
