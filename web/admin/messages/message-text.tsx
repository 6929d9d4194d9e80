import { Link } from 'wouter'
import { hasPrivateLink } from '../../../contract/messages/message-template.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { WholeReferences } from '../../ui/text/whole-references.tsx'
import { mailAddressOf, textByHand } from './message-item-texts.ts'

/** The text as it leaves, or as it is sent by hand where none leaves. */
export function MessageText({ message, sendsMail }: { message: Message; sendsMail: boolean }) {
  const byHand = textByHand(message)
  const text = sendsMail ? message.body.replaceAll('{status_link}', '[private link of the recipient]') : byHand
  return (
    <div className="grid justify-items-start gap-3 pt-2">
      <p className="measure whitespace-pre-wrap break-words rounded-md border border-line bg-paper p-3">
        <WholeReferences text={text} />
      </p>
      {sendsMail && message.receipt !== null && (
        <p className="text-ink-muted text-sm">The receipt goes along as a file. Copied, it is a link in the text.</p>
      )}
      {!sendsMail && hasPrivateLink(message.body) && <WithoutLink message={message} />}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={byHand} what="the message" />
        <a href={mailAddressOf(message)} className={buttonClass('secondary')}>
          Open in mail program
        </a>
      </div>
    </div>
  )
}

/** What is said of a private link that a text sent by hand does not have. */
function WithoutLink({ message }: { message: Message }) {
  if (!message.isToInterviewer)
    return <p className="text-ink-muted text-sm">The applicant’s private link leaves by mail alone.</p>
  return (
    <p className="text-ink-muted text-sm">
      The private link is missing in this text: make it under the comments of{' '}
      <Link href={pathTo(ADMIN_PAGE.review, message.applicationId)}>the application</Link>, and pass it on with the
      text.
    </p>
  )
}
