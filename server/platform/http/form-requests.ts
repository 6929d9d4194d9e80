import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from './request-error.ts'

const FORM_TYPE = 'multipart/form-data'

/** Leaves the body of every form to its route, which reads it as a stream. */
export function leaveFormsToRoutes(app: FastifyInstance): void {
  app.addContentTypeParser(FORM_TYPE, (_request, _body, done) => done(null))
}

/** Whether the content type of a request is `multipart/form-data`. */
export function isForm({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return type.split(';', 1).join().trim().toLowerCase() === FORM_TYPE
}

/** Refuses a body that its headers do not call a form. @throws {RequestError} `wrong_type` */
export function requireForm(request: FastifyRequest): void {
  if (!isForm(request)) throw new RequestError('wrong_type', 'Please send the form as multipart/form-data.')
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new RequestError('wrong_type', 'Please send the form without compression.')
}
