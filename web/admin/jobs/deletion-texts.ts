/**
 * What the question before a deletion says about the posting's applications.
 * @param count undefined while it cannot be read
 */
export function describeApplicationsOf(count: number | undefined): string {
  if (count === 0) return 'It has no applications.'
  if (count === undefined) return 'Its applications are not deleted. They will be listed under “Unknown Position”.'
  if (count === 1) return 'Its 1 application is not deleted. It will be listed under “Unknown Position”.'
  return `Its ${count} applications are not deleted. They will be listed under “Unknown Position”.`
}
