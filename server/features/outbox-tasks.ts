import { handleMail } from '../platform/mail/handle-mail.ts'
import type { MailKinds } from '../platform/mail/mail-kind.ts'
import { sendMailTask } from '../platform/mail/mail-queue.ts'
import type { TaskHandler } from '../platform/outbox/task-kinds.ts'
import { type AlertRequesting, createRequestTasks, requestAlertTask } from './alerts/request-alert.ts'
import { alertMails } from './alerts/send-alert.ts'
import { createTextTasks, type Extraction } from './applications/resumes/extract-resume-text.ts'
import { type Announcing, createAnnouncementTasks } from './feeds/announce-pages.ts'
import { announceJobTask } from './jobs/announce-jobs.ts'
import { messageMails } from './messages/send-message.ts'
import { createErasureTasks, type Erasing } from './my-application/erase-application.ts'
import { createLinkTasks, type LinkSending, sendLinksTask } from './my-application/link-tasks.ts'
import { digestMail } from './promise/digest/send-digest.ts'
import { RESUME_TASKS } from './resumes/resume-task-kinds.ts'
import { createResumeTasks } from './resumes/resume-tasks.ts'

/** Every kind of outbox task, from every feature. */
export const OUTBOX_TASKS = [...RESUME_TASKS, sendMailTask, sendLinksTask, requestAlertTask, announceJobTask] as const

/** The handler of each kind. A kind without one does not compile. */
type TaskHandlers = Record<(typeof OUTBOX_TASKS)[number]['kind'], TaskHandler>

/** Makes what runs the tasks. @param parts what the handlers of all features need */
export function createTaskHandlers(
  parts: Parameters<typeof createResumeTasks>[0] &
    MailParts &
    LinkSending &
    AlertRequesting &
    Erasing &
    Extraction &
    Announcing,
): TaskHandlers {
  return {
    ...createResumeTasks(parts),
    ...createTextTasks(parts),
    [sendMailTask.kind]: handleMail(parts, mailKinds(parts)),
    ...createLinkTasks(parts),
    ...createErasureTasks(parts),
    ...createRequestTasks(parts),
    ...createAnnouncementTasks(parts),
  }
}

type MailParts = Parameters<typeof handleMail>[0] &
  Parameters<typeof messageMails>[0] &
  Parameters<typeof digestMail>[0] &
  Parameters<typeof alertMails>[0]

/** What each feature says about its mails. */
function mailKinds(parts: MailParts): MailKinds {
  return { ...messageMails(parts), digest: digestMail(parts), ...alertMails(parts) }
}
