import { defineMailTask } from '../../../platform/mail/mail-kind.ts'

/** Sends a digest, if this is the last task of it. */
export const sendDigestTask = defineMailTask('send-digest')
