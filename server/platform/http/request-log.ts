import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Fields of an error that are logged beside its message: none of them comes from a caller. */
const ERROR_FIELDS = ['code', 'errno', 'syscall', 'path', 'status', 'table', 'column', 'constraint'] as const
/** Longest chain of causes that is logged. */
const MOST_CAUSES = 5

type ErrorLine = { type: string; message: string; stack: string; [field: string]: unknown }

const SERIALIZERS = {
  /** The route, not the address: no personal data. */
  req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url }),
  /** Some libraries attach a row with its values, or a request with its token, to an error. */
  err: (error: unknown) => errorLine(error, MOST_CAUSES),
}

/**
 * The format of log lines at every level. Libraries log whole requests at `trace`, so fields without a serializer here
 * keep only plain values.
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
  // A connection attempt to several addresses.
  if (causes > 0 && error instanceof AggregateError) {
    line.errors = error.errors.slice(0, MOST_CAUSES).map((one) => errorLine(one, causes - 1))
  }
  return line
}

/** Logs one line per response: changes and failures always, plain reads only at `debug`. */
export function logResponses(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isPlainRead = (request.method === 'GET' || request.method === 'HEAD') && reply.statusCode < 400
    const level = reply.statusCode >= 500 ? 'error' : isPlainRead ? 'debug' : 'info'
    request.log[level]({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'response sent')
    done()
  })
}
