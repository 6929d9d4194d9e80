import type { Feature } from '../feature.ts'
import { extractTextTask } from '../resumes/resume-task-kinds.ts'
import { applicationDetailRoutes } from './application-detail-routes.ts'
import { applicationRoutes } from './application-routes.ts'
import { assignmentRoutes } from './assigning/assignment-routes.ts'
import { applicantBoardRoutes } from './board/applicant-board-routes.ts'
import { applicationChangeRoutes } from './changes/application-change-routes.ts'
import { fillingRoutes } from './filling/filling-routes.ts'
import { applicationListRoutes } from './list/application-list-routes.ts'
import { listExportRoutes } from './list/list-export-routes.ts'
import { textHandler } from './resumes/extract-resume-text.ts'
import { resumeRoutes } from './resumes/resume-routes.ts'
import { searchRoutes } from './search/search-routes.ts'
import { submissionRoutes } from './submission/submission-routes.ts'

/** Applications: sending, reading and deciding on them, their resumes. */
export const applications = {
  name: 'applications',
  routes: [
    submissionRoutes,
    applicationListRoutes,
    listExportRoutes,
    searchRoutes,
    applicantBoardRoutes,
    applicationRoutes,
    resumeRoutes,
    applicationDetailRoutes,
    applicationChangeRoutes,
    assignmentRoutes,
    fillingRoutes,
  ],
  tasks: [{ task: extractTextTask, handler: textHandler }],
} satisfies Feature
