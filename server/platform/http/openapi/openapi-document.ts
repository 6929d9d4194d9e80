import { MAX_ID, PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import { HEADERS, PARAMETERS, TAGS } from './openapi-texts.ts'

/** The part of OpenAPI 3.1 that this file completes. */
export type OpenApiDocument = { paths: Record<string, Record<string, Operation>>; components: object }
type Operation = {
  operationId?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
type Parameter = { in: string; name: string; description?: string; schema: Schema }
type Response = { description: string; headers?: Record<string, object>; content?: Record<string, object> }
/** The part of JSON Schema that this file reads. */
export type Schema = { anyOf?: Schema[]; pattern?: string; [key: string]: unknown }

/** Maximum of the numbers that a path, a query or a form carries as text, by the pattern that validates them. */
const MAXIMUM_BY_PATTERN: Record<string, number> = { '^[1-9]\\d{0,9}$': MAX_ID, '^[1-9]\\d{0,2}$': PAGE_SIZE.most }

/** A file, in a form or in a response. */
export const FILE = { type: 'string', format: 'binary' }

const REFUSED = { $ref: '#/components/responses/Refused' }

/** What `@fastify/swagger` writes where a route describes no response; these descriptions replace it. */
const PLACEHOLDER = 'Default Response'
const DESCRIPTIONS: Record<string, string> = { 200: 'Done', 201: 'Stored', 202: 'Started', 304: 'Not changed' }

/**
 * Adds to a document what its generator leaves out: headers, which operations need no sign-in, and one error response for
 * all. Some generators cannot read status ranges, so errors use `default`.
 * @param error schema of every error response
 * @param headersOf names of the headers of each operation's success response, by the operation's id
 */
export function completeDocument(
  document: OpenApiDocument,
  error: object,
  headersOf: ReadonlyMap<string, readonly string[]>,
): OpenApiDocument {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods))
      complete(operation, headersOf.get(operation.operationId ?? '') ?? [], path.includes('{id}'))
  }
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }))
  const refused = {
    description: 'Refused, or not possible at the moment: `code` is stable, and `message` is for people',
    headers: { 'Retry-After': headerRef('Retry-After') },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
  }
  const components = { schemas: { ErrorBody: error }, headers: HEADERS, responses: { Refused: refused } }
  return { ...document, ...{ tags }, components: { ...document.components, ...components } }
}

function complete(operation: Operation, headers: readonly string[], isOfOne: boolean): void {
  const parameters = describeParameters(operation, headers.includes('ETag'))
  const security = operation.security ?? []
  if (operation.requestBody && isOptional(operation.requestBody.content)) operation.requestBody.required = false
  Object.assign(operation, {
    security,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      ...successes(operation, headers),
      ...((parameters.length > 0 || operation.requestBody) && { 400: REFUSED }),
      ...(security.length > 0 && { 401: REFUSED }),
      ...(isOfOne && { 404: REFUSED }),
      default: REFUSED,
    },
  })
}

function isOptional(content: Record<string, { schema: Schema }>): boolean {
  return Object.values(content).some(({ schema }) => schema.anyOf?.some(({ type }) => type === 'null'))
}

function describeParameters({ parameters = [] }: Operation, isConditional: boolean): Parameter[] {
  const described = parameters.map(({ schema, ...parameter }) => {
    const description = parameter.description ?? PARAMETERS[parameter.name]
    return { ...parameter, ...(description && { description }), schema: asNumbers(schema) }
  })
  const condition = { in: 'header', name: 'If-None-Match', description: 'ETag of an earlier response' }
  return isConditional ? [...described, { ...condition, schema: { type: 'string' } }] : described
}

function successes({ responses }: Operation, headers: readonly string[]): Record<string, Response> {
  const described = Object.entries(responses).filter(([status]) => /^[23]\d\d$/.test(status))
  const isConditional = headers.includes('ETag')
  if (isConditional && responses[304] === undefined) described.push(['304', { description: PLACEHOLDER }])
  return Object.fromEntries(
    described.map(([status, response]) => {
      const own = status === '304' ? ['ETag'] : headers
      const refs = Object.fromEntries(own.map((header) => [header, headerRef(header)]))
      const description =
        response.description === PLACEHOLDER || status === '304'
          ? (DESCRIPTIONS[status] ?? 'Done')
          : response.description
      const content = response.content && { content: asFiles(response.content) }
      return [status, { ...response, ...content, description, ...(own.length > 0 && { headers: refs }) }]
    }),
  )
}

/** Every response that is not JSON is a file. */
function asFiles(content: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => [type, type === 'application/json' ? body : { schema: FILE }]),
  )
}

function headerRef(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

/** Describes a number that is validated as text as an integer. */
export function asNumbers(schema: Schema): Schema {
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map(asNumbers) }
  const { pattern, type: _, ...rest } = schema
  const maximum = MAXIMUM_BY_PATTERN[pattern ?? '']
  return maximum === undefined ? schema : { ...rest, type: 'integer', minimum: 1, maximum }
}
