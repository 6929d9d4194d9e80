import type { TaskHandler } from '../platform/outbox/task-kinds.ts'
import { ALERT_TASKS } from './alerts/alert-tasks.ts'
import { type AlertRequesting, createRequestTasks } from './alerts/request-alert.ts'
import { type AlertSending, createAlertTasks } from './alerts/send-alert.ts'
import { createTextTasks, type Extraction } from './applications/resumes/extract-resume-text.ts'
import { type Announcing, createAnnouncementTasks } from './feeds/announce-pages.ts'
import { announceJobTask } from './jobs/announce-jobs.ts'
import { MESSAGE_TASKS } from './messages/message-tasks.ts'
import { createMessageTasks } from './messages/send-message.ts'
import { createErasureTasks, type Erasing } from './my-application/erase-application.ts'
import { createLinkTasks, type LinkSending, sendLinksTask } from './my-application/link-tasks.ts'
import { sendDigestTask } from './promise/digest/digest-tasks.ts'
import { createDigestTasks, type DigestSending } from './promise/digest/send-digest.ts'
import { RESUME_TASKS } from './resumes/resume-task-kinds.ts'
import { createResumeTasks } from './resumes/resume-tasks.ts'

/** Every kind of outbox task, from every feature. */
export const OUTBOX_TASKS = [
  ...RESUME_TASKS,
  ...MESSAGE_TASKS,
  sendDigestTask,
  sendLinksTask,
  ...ALERT_TASKS,
  announceJobTask,
] as const

/** The handler of each kind. A kind without one does not compile. */
type TaskHandlers = Record<(typeof OUTBOX_TASKS)[number]['kind'], TaskHandler>

/** Makes what runs the tasks. @param parts what the handlers of all features need */
export function createTaskHandlers(
  parts: Parameters<typeof createResumeTasks>[0] &
    Parameters<typeof createMessageTasks>[0] &
    DigestSending &
    LinkSending &
    AlertRequesting &
    AlertSending &
    Erasing &
    Extraction &
    Announcing,
): TaskHandlers {
  return {
    ...createResumeTasks(parts),
    ...createTextTasks(parts),
    ...createMessageTasks(parts),
    ...createDigestTasks(parts),
    ...createLinkTasks(parts),
    ...createErasureTasks(parts),
    ...createRequestTasks(parts),
    ...createAlertTasks(parts),
    ...createAnnouncementTasks(parts),
  }
}
