import { describe, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { findOptional } from '../../../scripts/optional-programs.ts'
import { prepareMailbox } from '../../../test/dovecot/mailbox-kit.ts'
import { writeMail, writeMailWithFiles, writeReport } from '../../../test/dovecot/reply-mails.ts'
import { fixture } from '../../../test/factories.ts'

const COMMAND = findOptional('dovecot')

describe.skipIf(!COMMAND)('replies, where Dovecot is installed', () => {
  const { app, admin, dovecot, smtp, applicant, write, receive, replies, states, read } = prepareMailbox(COMMAND)

  test('a reply stands with its application, as text, with the earlier text folded, and only its keyword in the mailbox', async () => {
    const id = await applicant()
    const asked = await write(id)
    const text =
      'Of course, here you are.\n\nJane\n\nOn Mon, 2 Mar 2026, Careers wrote:\n> Hello Jane,\n> could you send it?'
    await receive(
      writeMail({ subject: 'Re: Your application', answers: [asked], text }),
      writeMail({ subject: 'Newsletter' }),
    )
    expect(await replies(id)).toEqual([
      expect.objectContaining({
        ...{ nature: 'reply', fromAddress: 'jane@example.com', fromName: 'Jane Doe', isOtherAddress: false },
        ...{
          subject: 'Re: Your application',
          text: 'Of course, here you are.\n\nJane',
          isCut: false,
          answeredAt: null,
        },
        quoted: 'On Mon, 2 Mar 2026, Careers wrote:\n> Hello Jane,\n> could you send it?',
      }),
    ])
    expect(await dovecot().flags()).toEqual([['Wellhead'], []])
  })

  test('a mail without plain text is shown as text, and loads nothing', async () => {
    const id = await applicant()
    const html =
      '<p>Yes, <b>Tuesday</b> &amp; Wednesday.</p><img src="https://tracker.example.com/pixel.gif"><script>alert(1)</script>'
    await receive(
      writeMail({ answers: [await write(id)], headers: { 'Content-Type': 'text/html; charset=utf-8' }, text: html }),
    )
    const [reply] = await replies(id)
    expect(reply?.text).toContain('Yes, Tuesday & Wednesday.')
    expect(reply?.text).not.toMatch(/<|alert/)
  })

  test('a reply of a long thread is found by its references, and one to a thread of another application by its sender', async () => {
    const [first, second] = [await applicant(), await applicant('jane@example.com')]
    const [toFirst, toSecond] = [await write(first), await write(second)]
    await receive(writeMail({ answers: [toFirst, '<unknown@example.com>'] }))
    expect([(await replies(first)).length, (await replies(second)).length]).toEqual([1, 0])
    await receive(writeMail({ answers: [toFirst, toSecond] }))
    expect([(await replies(first)).length, (await replies(second)).length]).toEqual([1, 1])
  })

  test('who names a message of another application is marked as another address, and can have it nowhere else', async () => {
    const [victim, attacker] = [await applicant('victim@example.com'), await applicant('eve@example.com')]
    const [toVictim, toAttacker] = [await write(victim), await write(attacker)]
    await receive(writeMail({ from: 'Eve <eve@example.com>', answers: [toVictim], text: 'I withdraw.' }))
    expect(await replies(victim)).toEqual([
      expect.objectContaining({ isOtherAddress: true, fromAddress: 'eve@example.com' }),
    ])
    // Of two that it names, it belongs to that of its sender.
    await receive(writeMail({ from: 'Eve <eve@example.com>', answers: [toVictim, toAttacker, toVictim] }))
    expect([(await replies(victim)).length, (await replies(attacker)).length]).toEqual([1, 1])
    expect((await replies(attacker))[0]?.isOtherAddress).toBe(false)
    // Nothing leaves for the other address.
    expect(smtp().received.flatMap(({ envelopeTo }) => envelopeTo)).not.toContain('eve@elsewhere.example.com')
  })

  test('a message that comes back is bounced with the words of the server, and its applicant is not answered', async () => {
    const id = await applicant('jane@example.com', { status: 'reviewing' })
    await admin().send('POST', ADMIN_API.applicationChanges, {
      ...{ applications: [{ id }], change: { status: 'rejected' } },
    })
    const [draft] = await app().db.selectFrom('mails').select('id').where('application_id', '=', id).execute()
    await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: [draft?.id ?? 0] })
    // A draft that is confirmed leaves at the end of the undo time.
    app().setNow(new Date(Date.now() + 11 * 60_000))
    app().wakeOutbox()
    await smtp().untilReceived(1)
    const answered = () =>
      app()
        .db.selectFrom('applications')
        .select(['answered_status', 'first_answered_at'])
        .where('id', '=', id)
        .executeTakeFirst()
    await expect.poll(async () => (await answered())?.answered_status).toBe('rejected')
    const sent = smtp().received[0]?.mail.messageId ?? ''

    await receive(writeReport(sent, { action: 'delayed' }), writeReport('<never-sent@example.com>'), writeReport(''))
    expect(await states(id)).toEqual(['sent'])
    const report = writeReport(sent)
    await receive(report)
    expect(await states(id)).toEqual(['bounced'])
    expect(await answered()).toEqual({ answered_status: null, first_answered_at: null })
    const { messages } = (await (await admin().send('GET', `${ADMIN_API.messages}?applicationId=${id}`)).json()) as {
      messages: { response: string }[]
    }
    expect(messages[0]?.response).toBe('5.2.2 552 5.2.2 The mailbox is full')
    expect(await replies(id), 'what a server says is no reply').toEqual([])

    // Sent again, it is sent: the same report, read again, does not take that back.
    await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: [draft?.id ?? 0] })
    await smtp().untilReceived(2)
    await expect.poll(() => states(id)).toEqual(['sent'])
    await receive(`Received: by another.example.com\r\n${report}`)
    expect(await states(id)).toEqual(['sent'])
  })

  test('what a program replies is shown, and waits for no answer', async () => {
    const id = await applicant()
    const asked = await write(id)
    await receive(
      writeMail({ answers: [asked], headers: { 'Auto-Submitted': 'auto-replied' }, text: 'I am away.' }),
      writeMail({ answers: [asked], headers: { Precedence: 'auto_reply' }, text: 'I am away too.' }),
      writeMail({ answers: [asked], headers: { 'Auto-Submitted': 'no' }, text: 'I am here.' }),
    )
    expect((await replies(id)).map(({ nature, text }) => [nature, text])).toEqual([
      ['automatic', 'I am away.'],
      ['automatic', 'I am away too.'],
      ['reply', 'I am here.'],
    ])
    expect(smtp().received, 'nothing is ever answered by itself').toHaveLength(1)
  })

  test('a message answers the replies before it, also one that a colleague settled is settled', async () => {
    const id = await applicant()
    const asked = await write(id)
    await receive(writeMail({ answers: [asked] }))
    const answeredAt = async () => (await replies(id)).map((reply) => reply.answeredAt !== null)
    expect(await answeredAt()).toEqual([false])
    await write(id, 'Thank you, Jane.')
    expect(await answeredAt()).toEqual([true])
    await receive(writeMail({ answers: [asked], text: 'One thing more.' }))
    expect(await answeredAt()).toEqual([true, false])
    const second = (await replies(id))[1]?.id ?? 0
    const settle = (needsNoAnswer: boolean) => admin().send('PATCH', pathTo(ADMIN_API.reply, second), { needsNoAnswer })
    expect(await (await settle(true)).json()).toMatchObject({ answeredBy: 'admin' })
    expect(await (await settle(false)).json()).toMatchObject({ answeredAt: null, answeredBy: null })
  })

  test('files go the way of uploads: those of right kinds are stored and downloadable, others are named', async () => {
    const id = await applicant()
    const files = [
      { name: 'certificate.pdf', type: 'application/pdf', content: fixture('resume.pdf') },
      { name: 'resume.exe', type: 'application/pdf', content: Buffer.from('MZ\0\x01\x02\0no document') },
    ]
    await receive(writeMailWithFiles({ answers: [await write(id)] }, files))
    const [reply] = await replies(id)
    expect(reply).toMatchObject({
      text: 'Here it is.',
      files: [{ name: 'certificate.pdf', size: fixture('resume.pdf').length, isInfected: false }],
      leftOut: [{ name: 'resume.exe' }],
    })
    const file = await admin().send('GET', `${pathTo(ADMIN_API.resume, id)}?version=${reply?.files[0]?.version}`)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(fixture('resume.pdf'))
    expect((await admin().send('GET', pathTo(ADMIN_API.resume, id))).status, 'it is no resume').toBe(404)
    expect(await (await admin().send('GET', pathTo(ADMIN_API.earlierResumes, id))).json()).toEqual([])
  })

  test('each mail is read once: after a lost connection, a mailbox that is made anew, and a copy of it', async () => {
    const id = await applicant()
    const messageId = await write(id)
    const mail = writeMail({ answers: [messageId] })
    await receive(mail, mail)
    expect(await replies(id)).toHaveLength(1)
    await dovecot().halt()
    await dovecot().start()
    app().setNow(new Date(Date.now() + 60 * 60_000))
    await read()
    const validity = () => app().db.selectFrom('inboxes').select('uid_validity').executeTakeFirstOrThrow()
    const before = await validity()
    await dovecot().as(async (client) => {
      await client.mailboxCreate('Copies')
      await client.mailboxOpen('INBOX')
      await client.messageCopy('1:*', 'Copies')
      await client.messageDelete('1:*')
    })
    await app().db.updateTable('inboxes').set({ uid_validity: '1', last_uid: 4_000_000_000 }).execute()
    await receive(mail, writeMail({ answers: [messageId], text: 'Another one.' }))
    expect((await replies(id)).map(({ text }) => text)).toEqual(['Thank you.', 'Another one.'])
    expect(await validity()).toEqual(before)
  })
})
