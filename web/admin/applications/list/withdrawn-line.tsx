import { formatCount } from '../../../ui/text/format-count.ts'

/** How many applications were withdrawn, under the archive, which has them. Nothing while there is none. */
export function WithdrawnLine({ count }: { count: number | undefined }) {
  if (!count) return null
  return (
    <p className="px-4 py-2 text-ink-muted text-sm">
      {count === 1
        ? '1 application was withdrawn by its applicant.'
        : `${formatCount(count)} applications were withdrawn by their applicants.`}
    </p>
  )
}
