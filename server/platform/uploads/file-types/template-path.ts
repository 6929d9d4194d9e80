/** Whether a target is an address, or a path of another machine. */
export function leadsOutside(target: string): boolean {
  return /^([a-z][a-z0-9+.-]+:|[\\/]{2})/i.test(target)
}

/**
 * Whether the template at a path is fetched from elsewhere when the document is opened. Word notes where the template lay that a
 * document was begun with, such as one of its own for resumes: `file:///C:\Users\…\Templates\Resume.dotx`, on a Mac
 * `file:////Users/…`. That leads nowhere on another machine. Whatever names a host, or could be read so, is remote.
 */
export function isRemoteTemplate(template: string): boolean {
  const path = template.replaceAll('\\', '/').replace(/^file:\/\/(localhost(?=\/))?/i, '')
  const isOfDrive = /^\/?[a-z]:\//i.test(path)
  const isOfMac = /^\/{1,2}(Users|Applications|Library)\/[^/]/.test(path)
  const isBareName = /^[^/:?]*$/.test(path)
  return !(isOfDrive || isOfMac || isBareName)
}
