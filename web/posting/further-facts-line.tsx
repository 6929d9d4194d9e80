import { type FurtherFacts, furtherFacts } from '../../contract/jobs/further-facts.ts'

/** Travel, rotation and until when one can apply, in one line; nothing where the posting has none of them. */
export function FurtherFactsLine({ job, className = 'mt-1' }: { job: FurtherFacts; className?: string }) {
  const facts = furtherFacts(job)
  if (facts.length === 0) return null
  return (
    <ul className={`facts ${className}`}>
      {facts.map(({ name, line }) => (
        <li key={name}>{line}</li>
      ))}
    </ul>
  )
}
