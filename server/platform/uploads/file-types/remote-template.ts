/** Whether a target is a URL, or a path of another machine. */
export function isExternalTarget(target: string): boolean {
  return /^([a-z][a-z0-9+.-]+:|[\\/]{2})/i.test(target)
}

/**
 * Whether Word fetches the template at a path from another machine. Word records where a document's template lay:
 * `file:///C:\Users\…\Templates\Resume.dotx`, on a Mac `file:////Users/…`. Such a local path leads nowhere on another machine. A
 * path that names a host, or that a program could read as one, is remote.
 */
export function isRemoteTemplate(template: string): boolean {
  const path = template.replaceAll('\\', '/').replace(/^file:\/\/(localhost(?=\/))?/i, '')
  const isOnDrive = /^\/?[a-z]:\//i.test(path)
  const isOnMac = /^\/{1,2}(Users|Applications|Library)\/[^/]/.test(path)
  const isBareName = /^[^/:?]*$/.test(path)
  return !(isOnDrive || isOnMac || isBareName)
}
