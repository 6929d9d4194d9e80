import { API } from '../../contract/wire/paths.ts'
import { APPLICANT, form } from '../../test/factories.ts'
import { postRequest } from './connection.ts'
import { validPdf } from './valid-pdf.ts'

/** The form that a browser sends, as it goes over the wire. */
export type SubmissionForm = { body: Buffer; contentType: string }

/**
 * An application with a valid PDF.
 * @param resumeBytes size of the PDF
 */
export async function submissionForm(resumeBytes: number): Promise<SubmissionForm> {
  const sent = new Response(form({ ...APPLICANT }, { name: 'cv.pdf', content: validPdf(resumeBytes) }))
  return { body: Buffer.from(await sent.arrayBuffer()), contentType: sent.headers.get('content-type') ?? '' }
}

/**
 * The request that sends it.
 * @param from forwarded client address of the request
 */
export function submissionRequest({ body, contentType }: SubmissionForm, from?: string): Buffer {
  const headers = { 'content-type': contentType, ...(from !== undefined && { 'x-forwarded-for': from }) }
  return postRequest(API.submitApplication, body, headers)
}
