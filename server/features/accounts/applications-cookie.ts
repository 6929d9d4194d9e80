/**
 * Name of the cookie that opens the list of applications. Browsers take the prefix, which keeps other hosts from setting it,
 * over HTTPS alone.
 */
export function applicationsCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-wellhead-applications' : 'wellhead-applications'
}
