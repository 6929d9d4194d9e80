import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What of an error is logged beside its words: none of it comes from a caller. */
const ERROR_FIELDS = ['code', 'errno', 'syscall', 'path', 'status', 'table', 'column', 'constraint'] as const
/** An error may have another as its cause, and that one too. */
const MOST_CAUSES = 5

type ErrorLine = { type: string; message: string; stack: string; [field: string]: unknown }

const SERIALIZERS = {
  /** No address, no query, no header, so no personal data. */
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  /** Some libraries hang onto an error what they were doing: a row with its values, a request with its token. */
  err: (error: unknown) => errorLine(error, MOST_CAUSES),
}

/**
 * How lines of the log are written, at every level. Libraries log whole requests at `trace`; so of what is not ours to
 * shape, only single values are kept.
 */
export const LOG_FORMAT = {
  serializers: SERIALIZERS,
  formatters: {
    log: (fields: object) =>
      Object.fromEntries(Object.entries(fields).filter(([name, value]) => name in SERIALIZERS || !isStructure(value))),
  },
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function errorLine(error: unknown, causes: number): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { name, message, stack = '', cause } = error
  const line: ErrorLine = { type: error.constructor.name || name, message, stack }
  for (const field of ERROR_FIELDS) {
    const value: unknown = Reflect.get(error, field)
    if (value !== undefined && !isStructure(value)) line[field] = value
  }
  if (causes > 0 && cause instanceof Error) line.cause = errorLine(cause, causes - 1)
  // Of a connection that was tried at several addresses.
  if (causes > 0 && error instanceof AggregateError) {
    line.errors = error.errors.slice(0, MOST_CAUSES).map((one) => errorLine(one, causes - 1))
  }
  return line
}

/** Logs a line for each answer worth reading: changes and failures always, plain reads only at `debug`. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isPlainRead = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    const level = reply.statusCode >= 500 ? 'error' : isPlainRead ? 'debug' : 'info'
    request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}
