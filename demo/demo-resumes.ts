import { RESUME_KINDS } from '../contract/applications/resume-kinds.ts'
import type { DemoApplicant } from './applicants/applicant.ts'
import { createDocxResume } from './resumes/docx-resume.ts'
import { createPdfResume } from './resumes/pdf-resume.ts'

/** A resume as it would have been uploaded. */
export type DemoResume = { fileName: string; mediaType: string; bytes: Buffer }

/**
 * Writes the resume that an applicant of the demo has sent.
 * @returns null where none was sent
 */
export async function createResume(applicant: DemoApplicant): Promise<DemoResume | null> {
  if (applicant.resume === null) return null
  const create = { pdf: createPdfResume, docx: createDocxResume }[applicant.resume]
  return {
    fileName: `${applicant.name.replaceAll(/\s+/g, '_')}_Resume.${applicant.resume}`,
    mediaType: RESUME_KINDS[applicant.resume].mediaType,
    bytes: await create(applicant),
  }
}
