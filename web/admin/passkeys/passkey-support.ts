/** Addresses such as 192.0.2.1 and [2001:db8::1]: browsers keep passkeys for names alone. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/** Whether this browser can use passkeys on this page: over HTTPS, or on the machine itself by the name localhost. */
export function hasPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !IP_ADDRESS.test(window.location.hostname)
}
