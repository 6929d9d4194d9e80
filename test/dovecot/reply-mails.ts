/** What a mail of a test says; all else is what a mail program writes. */
type Written = {
  from?: string
  to?: string
  subject?: string
  messageId?: string | null
  /** Message-IDs that it answers, the oldest first. */
  answers?: readonly string[]
  headers?: Readonly<Record<string, string>>
  text?: string
}

let count = 0

/** A plain mail, with the line ends that travel. */
export function writeMail(written: Written = {}): string {
  count += 1
  const { from = 'Jane Doe <jane@example.com>', to = 'careers@example.com', subject = 'Re: Your application' } = written
  const { messageId = `<mail-${count}@example.com>`, answers = [], headers = {}, text = 'Thank you.' } = written
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 02 Mar 2026 12:30:00 +0000',
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    ...(answers.length === 0 ? [] : [`In-Reply-To: ${answers.at(-1)}`, `References: ${answers.join('\n ')}`]),
    'MIME-Version: 1.0',
    ...('Content-Type' in headers ? [] : ['Content-Type: text/plain; charset=utf-8']),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return crlf(`${lines.join('\n')}\n\n${text}\n`)
}

/** A notification that a message was not delivered, or not yet, as Postfix writes it (RFC 3464). */
export function writeReport(returned: string, { action = 'failed', to = 'jane@example.com' } = {}): string {
  const text = [
    '--report',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you that your message could not be delivered.',
    '--report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${action === 'failed' ? '5.2.2' : '4.2.2'}`,
    'Diagnostic-Code: smtp; 552 5.2.2 The mailbox',
    '    is full',
    '--report',
    'Content-Type: message/rfc822',
    '',
    'From: careers@example.com',
    `To: ${to}`,
    'Subject: Your application',
    `Message-ID: ${returned}`,
    '',
    'Hello',
    '--report--',
  ]
  return writeMail({
    ...{
      from: 'MAILER-DAEMON@mail.example.com',
      subject: 'Undelivered Mail Returned to Sender',
      text: text.join('\n'),
    },
    headers: {
      'Auto-Submitted': 'auto-replied',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="report"',
    },
  })
}

/** A mail with files. */
export function writeMailWithFiles(
  written: Written,
  files: readonly { name: string; type: string; content: Buffer }[],
): string {
  const parts = files.map(
    ({ name, type, content }) =>
      `--part\nContent-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content.toString('base64').replaceAll(/.{76}/g, '$&\n')}\n`,
  )
  const text = `--part\nContent-Type: text/plain; charset=utf-8\n\n${written.text ?? 'Here it is.'}\n${parts.join('')}--part--`
  return writeMail({
    ...written,
    text,
    headers: { ...written.headers, 'Content-Type': 'multipart/mixed; boundary="part"' },
  })
}

const crlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n')
