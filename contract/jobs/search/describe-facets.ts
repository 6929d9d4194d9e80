import type { JobAlertFacets } from './job-alert.ts'

/** What a job alert is about, as names and values; empty when every new posting fits. */
export function describeFacets({ department, jobType, place, remote, words }: JobAlertFacets): [string, string][] {
  const places = [remote ? 'remote' : null, place].filter((part) => part !== null).join(' or ')
  const facets: [string, string | null][] = [
    ['Department', department],
    ['Type', jobType],
    ['Place', places || null],
    ['Keywords', words],
  ]
  return facets.filter((facet): facet is [string, string] => facet[1] !== null)
}
