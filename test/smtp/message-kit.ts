import { expect, vi } from 'vitest'
import type { MadeChange, UndoneChange } from '../../contract/applications/application-changes.ts'
import type { MessageState } from '../../contract/messages/message-states.ts'
import type { Message, MessageList } from '../../contract/messages/messages.ts'
import type { Settings } from '../../contract/site/settings.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { changeSettings } from '../change-settings.ts'
import { insertPrivateLink } from '../private-link.ts'
import { MINUTE, PATIENT, prepareMail } from './mail-kit.ts'

/** A site whose messages leave, with what an admin does with them. */
export function prepareMessages() {
  const mail = prepareMail({ clears: ['settings', 'message_templates'] })
  const { app, admin, withLink } = mail
  const list = async (query = '') => (await admin().request<MessageList>('GET', ADMIN_API.messages + query)).body
  const listMessages = async () => (await list()).messages
  const onlyMessage = async () => (await listMessages())[0] ?? expect.fail('no message')
  const statesOf = async () => (await listMessages()).map(({ kind, state }) => `${kind} ${state}`)
  const act = (action: string, ...ids: number[]) =>
    admin().request<{ changed: Message[]; refused: number[] }>('POST', ADMIN_API.messageActions, { action, ids })
  return {
    ...mail,
    /** The latest messages and the counts of all. */
    list,
    listMessages,
    onlyMessage,
    /** Kind and state of each message, newest first. */
    statesOf,
    act,
    /** Confirms a draft, and does not wait until it can be taken back no longer. */
    sendDraftNow: async (id: number) => {
      await act('send', id)
      await act('send', id)
    },
    untilState: (state: MessageState) =>
      vi.waitFor(async () => expect(await onlyMessage()).toMatchObject({ state }), PATIENT),
    untilStates: (...states: string[]) => vi.waitFor(async () => expect(await statesOf()).toEqual(states), PATIENT),
    /** Goes to so many minutes after noon, and lets the outbox look for due tasks. */
    goTo: (minutes: number) => mail.goTo(minutes * MINUTE),
    /** @returns the id by which the change can be undone */
    decide: async (status: string, ...ids: number[]) => {
      const body = { change: { status }, applications: ids.map((id) => ({ id })) }
      return (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body.id as number
    },
    undo: (changeId: number) =>
      admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId)),
    useRules: async (rules: Partial<Settings['decisionMessages']>) => {
      const { body } = await admin().request<{ settings: Settings }>('GET', ADMIN_API.settings)
      await changeSettings(admin(), { decisionMessages: { ...body.settings.decisionMessages, ...rules } })
    },
    /** Writes to an applicant. @returns the id of the message */
    write: async (id: number) => {
      const text = { applications: [id], subject: 'A question', body: 'When can you start?\n' }
      await admin().request('POST', ADMIN_API.messages, text)
      return (await onlyMessage()).id
    },
    planInterview: (id: number, interviewers = 1) =>
      admin().request('POST', pathTo(ADMIN_API.applicationInterviews, id), {
        ...{ date: '2026-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago', kind: 'phone', place: null },
        interviewers: ['dana', 'eli', 'fay', 'gus']
          .slice(0, interviewers)
          .map((name) => ({ name, address: `${name}@example.com` })),
      }),
    /** Withdraws an application as its applicant. */
    withdraw: async (id: number) => {
      const token = await insertPrivateLink(app().db, id)
      expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
    },
    /** What the history of an application names, and of messages how they ended. */
    actionsOf: async (id: number) => {
      const path = pathTo(ADMIN_API.applicationHistory, id)
      const { body } = await admin().request<{ event: { action: string; state?: string } }[]>('GET', path)
      return body.map(({ event }) => event.state ?? event.action)
    },
  }
}
