import { WholeReferences } from '../../ui/text/whole-references.tsx'

/** Subject and text of a message as its recipient reads them; the private link is made when it leaves. */
export function FilledMessage({ subject, body }: { subject: string; body: string }) {
  return (
    <>
      <p className="wrap-anywhere font-semibold">
        <WholeReferences text={subject} />
      </p>
      <p className="measure wrap-anywhere whitespace-pre-wrap">
        <WholeReferences text={body.replaceAll('{status_link}', '[private link of the recipient]')} />
      </p>
    </>
  )
}
