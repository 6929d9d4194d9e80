import type { PublicJob } from '../../contract/job.ts'
import { visibleSections } from '../../contract/visible-sections.ts'
import { TextBlocks } from '../ui/text/prose.tsx'

/** The sections of a posting in their order; empty ones are not shown. */
export function JobSections({ job, level }: { job: PublicJob; level: 'h2' | 'h3' }) {
  const Heading = level
  return (
    <div className="grid gap-8">
      {visibleSections(job).map(({ title, text }) => (
        <section key={title}>
          <Heading className="mb-3 text-lg">{title}</Heading>
          <TextBlocks text={text} />
        </section>
      ))}
    </div>
  )
}
