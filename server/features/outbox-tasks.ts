import type { TaskHandler } from '../platform/outbox/task-kinds.ts'
import { createTextTasks, type Extraction } from './applications/resumes/extract-resume-text.ts'
import { RESUME_TASKS } from './resumes/resume-task-kinds.ts'
import { createResumeTasks } from './resumes/resume-tasks.ts'

/** Every kind of outbox task, from every feature. */
export const OUTBOX_TASKS = [...RESUME_TASKS] as const

/** The handler of each kind. A kind without one does not compile. */
type TaskHandlers = Record<(typeof OUTBOX_TASKS)[number]['kind'], TaskHandler>

/** Makes what runs the tasks. @param parts what the handlers of all features need */
export function createTaskHandlers(parts: Parameters<typeof createResumeTasks>[0] & Extraction): TaskHandlers {
  return { ...createResumeTasks(parts), ...createTextTasks(parts) }
}
