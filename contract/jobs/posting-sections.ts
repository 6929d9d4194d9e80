import { furtherFacts, workplaceText } from './further-facts.ts'
import type { PublicJob } from './job.ts'
import { visibleSections } from './job-description.ts'

/** Heading of what happens after an application. */
export const HIRING_STEPS = 'Hiring Steps'

/**
 * Everything that a posting says, for readers that do not see its page: its sections, requirements, further facts and hiring
 * steps. Lists are written as `readTextBlocks` reads them.
 */
export function postingSections(job: PublicJob): Array<{ title: string; text: string }> {
  const workplace = workplaceText(job)
  const lines = [...(workplace ? [`Workplace: ${workplace}`] : []), ...furtherFacts(job).map(({ line }) => line)]
  const steps = job.hiringSteps.map((step, index) => `${index + 1}. ${step}`)
  return [
    ...visibleSections(job),
    { title: 'Requirements', text: job.requirements },
    ...(lines.length > 0 ? [{ title: 'Job Summary', text: lines.map((line) => `- ${line}`).join('\n') }] : []),
    ...(steps.length > 0 ? [{ title: HIRING_STEPS, text: steps.join('\n') }] : []),
  ]
}
