import { describe, expect, test } from 'vitest'
import type { ApplicationSummary, ListedApplication } from '../../../contract/applications/application-list.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { findOptional } from '../../../scripts/optional-programs.ts'
import { prepareMailbox } from '../../../test/dovecot/mailbox-kit.ts'
import { writeMail, writeMailWithFiles } from '../../../test/dovecot/reply-mails.ts'

const COMMAND = findOptional('dovecot')

describe.skipIf(!COMMAND)('replies, where Dovecot is installed', () => {
  const { app, admin, smtp, applicant, write, receive, replies, dovecot } = prepareMailbox(COMMAND, {
    tagsReplies: true,
  })

  test('a reply without references is found by the tag of its application, and a forged tag leads nowhere', async () => {
    const [id, other] = [await applicant(), await applicant('other@example.com')]
    await write(id)
    const [replyTo] = smtp().received[0]?.mail.replyTo ?? []
    const address = replyTo && 'address' in replyTo ? (replyTo.address ?? '') : ''
    expect(address).toMatch(/^careers\+\d+-[\da-f]{20}@/)
    const forged = address.replace(/\+\d+-/, `+${other}-`)
    await receive(writeMail({ to: forged }), writeMail({ to: address.replace(/-[\da-f]{4}/, '-0000') }))
    expect([await replies(id), await replies(other)]).toEqual([[], []])
    await receive(writeMail({ to: `Careers <${address.toUpperCase()}>`, text: 'Without references.' }))
    expect(await replies(id)).toMatchObject([{ text: 'Without references.', messageId: null, isOtherAddress: false }])
  })

  test('an answer to a reply names it, and what it names itself, in its headers', async () => {
    const id = await applicant()
    const asked = await write(id)
    await receive(writeMail({ messageId: '<reply@mail.example.com>', answers: [asked] }))
    await write(id, 'Thank you.')
    const { mail } = smtp().received[1] ?? expect.fail()
    expect([mail.inReplyTo, mail.references]).toEqual(['<reply@mail.example.com>', `${asked} <reply@mail.example.com>`])
  })

  test('one from another address is named in no answer', async () => {
    const id = await applicant()
    const asked = await write(id)
    await receive(writeMail({ from: 'eve@example.com', messageId: '<eve@example.com>', answers: [asked] }))
    await write(id, 'One more question.')
    const { mail, envelopeTo } = smtp().received[1] ?? expect.fail()
    expect([mail.inReplyTo, envelopeTo]).toEqual([asked, ['jane@example.com']])
  })

  test('a reply that waits is counted and listed, and its colleagues are told once', async () => {
    const id = await applicant()
    await applicant('other@example.com')
    await receive(writeMail({ answers: [await write(id)] }))
    const read = async <Body>(path: string) => (await admin().request<Body>('GET', path)).body
    const waiting = async () => (await read<ApplicationSummary>(ADMIN_API.applicationSummary)).promise.replied
    expect(await waiting()).toBe(1)
    const listed = await read<ListedApplication[]>(`${ADMIN_API.applications}?replied=true&limit=10`)
    expect(listed.map((each) => each.id)).toEqual([id])
    const notices = app().db.selectFrom('notices').select(['kind', 'application_id'])
    expect(await notices.execute()).toEqual([{ kind: 'replied', application_id: id }])
    await write(id, 'Thank you.')
    expect(await waiting()).toBe(0)
  })

  test('a mail of 50 MB is read up to a limit, without its files, and nested ones by their header', async () => {
    const id = await applicant()
    const asked = await write(id)
    const content = Buffer.alloc(37_000_000, 1)
    const huge = writeMailWithFiles({ answers: [asked], text: 'My work.' }, [
      { name: 'film.mov', type: 'video/quicktime', content },
    ])
    let nested = 'Content-Type: text/plain\n\ndeep\n'
    for (let level = 1_000; level > 0; level -= 1)
      nested = `Content-Type: multipart/mixed; boundary="b${level}"\n\n--b${level}\n${nested}\n--b${level}--\n`
    const [, type = '', body = ''] = /^Content-Type: (.*)\n\n([\s\S]*)$/.exec(nested) ?? []
    await receive(
      huge,
      writeMail({ answers: [asked], headers: { 'Content-Type': type }, text: body }),
      writeMail({ answers: [asked] }),
    )
    expect(await replies(id)).toMatchObject([
      { text: 'My work.', isCut: true, files: [], leftOut: [{ name: 'film.mov' }] },
      { text: '', isCut: true },
      { text: 'Thank you.', isCut: false },
    ])
    expect(await dovecot().flags()).toEqual([['Wellhead'], ['Wellhead'], ['Wellhead']])
  }, 60_000)

  test('an application that is erased takes its replies with it, and the mailbox brings nothing back', async () => {
    const id = await applicant()
    const asked = await write(id)
    await receive(writeMail({ answers: [asked] }))
    await app().db.deleteFrom('applications').where('id', '=', id).execute()
    await app().db.updateTable('inboxes').set({ uid_validity: '1', last_uid: 0 }).execute()
    await receive(writeMail({ answers: [asked], text: 'Still there?' }))
    expect(await app().db.selectFrom('replies').select('id').execute()).toEqual([])
    expect(await dovecot().flags(), 'what is there stays').toEqual([['Wellhead'], []])
  })
})
