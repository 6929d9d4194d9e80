const REFERENCE = /((?:APP|JOB)-\d+)/

/** A text whose references, such as `APP-0007`, stay on one line. */
export function WholeReferences({ text }: { text: string }) {
  return text.split(REFERENCE).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}
