/** Number of a posting or an application as people quote it, for example `JOB-0007`. */
export function formatReference(kind: 'JOB' | 'APP', id: number): string {
  return `${kind}-${String(id).padStart(4, '0')}`
}
