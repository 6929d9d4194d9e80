import { defineMailTask } from '../../platform/mail/mail-kind.ts'

/** Sends a message, if this is the last task of it. */
export const sendMessageTask = defineMailTask('send-message')

/** Every task of messages. */
export const MESSAGE_TASKS = [sendMessageTask] as const
