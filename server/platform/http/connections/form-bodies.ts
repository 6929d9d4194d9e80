import type { FastifyInstance, FastifyRequest } from 'fastify'

const FORM_TYPE = 'multipart/form-data'

/** Leaves the body of every form to its route, which reads it as a stream. */
export function leaveFormsUnread(app: FastifyInstance): void {
  app.addContentTypeParser(FORM_TYPE, (_request, _body, done) => done(null))
}

/** Whether a request says that its body is a form with parts. */
export function isForm({ headers }: FastifyRequest): boolean {
  const type = headers['content-type'] ?? ''
  return type.split(';', 1).join().trim().toLowerCase() === FORM_TYPE
}
