import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { $ZodIssue } from 'zod/v4/core'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { firstCharacters } from '../../../contract/wire/text-rules.ts'
import { isDatabaseUnavailable, isUnstorableText } from '../database/constraints.ts'
import { errorPage, isNavigation } from './error-page.ts'
import { isForm } from './form-requests.ts'
import { notFound, RequestError, unavailable } from './request-error.ts'

const STORAGE_FAULTS = new Set([
  'ENOENT',
  'ENOTDIR',
  'ENOSPC',
  'EDQUOT',
  'EXDEV',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EMFILE',
  'ENFILE',
])

/** Answers every error. Logs unknown errors, and sends no detail of them. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendError(reply, recordError(error, request)))
}

/** What a caller is told of an error. Logs the errors of the server. */
export function recordError(error: FastifyError, request: FastifyRequest): RequestError {
  const requestError = asRequestError(error, request)
  // Our own refusals need no stack: a flood of them would fill the log.
  const err = requestError === error ? undefined : error
  if (requestError.status >= 500) request.log.error({ ...(err && { err }), code: requestError.code }, 'request failed')
  return requestError
}

/** Sends an error without logging it: in the contract's form, or as a page where a browser has asked for one. */
export function sendError(reply: FastifyReply, error: RequestError): FastifyReply {
  if (error.retryAfter !== undefined) reply.header('Retry-After', error.retryAfter)
  reply.code(error.status).header('Cache-Control', 'no-store')
  if (!isNavigation(reply.request)) return reply.send(error.toBody())
  return reply.header('Content-Type', 'text/html; charset=utf-8').serializer(String).send(errorPage(error))
}

/** Handles an address that cannot be decoded, before any route or hook: 404. */
export function sendUnreadableAddress(headers: Record<string, string>) {
  return (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void => {
    sendError(reply.headers(headers), notFound())
  }
}

/** Sends 404 for an API address that does not exist. */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(reply, notFound())
}

function asRequestError(error: FastifyError, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  // Only the form routes read a form; on any other route its body stays unread, so that validation finds none.
  if (error.validationContext === 'body' && isForm(request)) return wrongType()
  if (error.validation) return validationError(error)
  if (isDatabaseUnavailable(error) || STORAGE_FAULTS.has(error.code)) return unavailable()
  if (isUnstorableText(error))
    return new RequestError('invalid_request', 'A text has a character that cannot be stored.')
  return clientError(error) ?? new RequestError('internal', 'Something went wrong on our side. Please try again.')
}

function clientError(error: FastifyError): RequestError | undefined {
  if (error.statusCode === 413) return new RequestError('too_large', 'The request is too large.')
  if (error.statusCode === 415) return wrongType()
  if (error.statusCode === 429) return new RequestError('too_many_requests', error.message)
  const isClientFault = error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
  return isClientFault ? new RequestError('invalid_request', error.message) : undefined
}

function wrongType(): RequestError {
  return new RequestError('wrong_type', 'The content type of the request is not supported.')
}

function validationError(error: FastifyError): RequestError {
  // An id that cannot exist is handled like one that does not.
  if (error.validationContext === 'params') return notFound()
  const issues = (error.validation ?? []).map((entry) => ({
    path: entry.instancePath.split('/').filter(Boolean).join('.'),
    message: entry.message ?? 'Invalid input',
  }))
  return invalidRequest(issues)
}

/** Turns the issues of a failed schema into a 400 error. */
export function invalidFields(issues: readonly $ZodIssue[]): RequestError {
  return invalidRequest(issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })))
}

/** Faults that a response names: more than any of our forms has fields. */
const MOST_ISSUES = 50
/** Characters of the name of a field in a response, which its sender may have made up. */
const PATH_LENGTH = 100

/** The 400 error for fields that are refused, each with its message. */
export function invalidRequest(faults: NonNullable<ErrorBody['issues']>): RequestError {
  const issues = faults
    .slice(0, MOST_ISSUES)
    .map((issue) => ({ ...issue, path: firstCharacters(issue.path, PATH_LENGTH) }))
  const others = faults.length - issues.length
  if (others > 0) issues.push({ path: '', message: `${others.toLocaleString('en-US')} more faults` })
  const message = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; ')
  return new RequestError('invalid_request', message || 'Invalid input', { issues })
}
