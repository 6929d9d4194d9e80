import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { FOREIGN_FILE_POLICY } from '../../../platform/http/security-headers.ts'
import { downloadName } from '../../../platform/uploads/resume-name.ts'
import type { OpenedResume } from './download-resume.ts'

/** Sends the file of a resume to be saved: no browser runs or shows what a stranger has sent. */
export function sendResume(reply: FastifyReply, { resume, applicant, content }: OpenedResume): FastifyReply {
  return reply
    .header('Cache-Control', 'no-store')
    .header('Content-Type', RESUME_KINDS[resume.kind].mediaType)
    .header('Content-Disposition', contentDisposition(downloadName(resume.original_name, resume.kind, applicant)))
    .header('Content-Security-Policy', FOREIGN_FILE_POLICY)
    .header('Content-Length', resume.size)
    .send(content)
}
