import { formatCount } from '../../../ui/text/format-count.ts'
import { nameSome } from '../application-texts.ts'

/** The question before several applications are deleted: how many, and up to three names. */
export function askToDelete(applications: Array<{ name: string }>): string {
  const what = applications.length === 1 ? 'this application' : `these ${formatCount(applications.length)} applications`
  return `Are you sure you want to delete ${what} (${nameSome(applications)})? This action cannot be undone.`
}
