import { RESUME_KINDS } from '../../../../contract/applications/resume-kinds.ts'
import { getAuthState, subscribeToAuth } from '../../../api/auth-store.ts'
import type { ResumeDownload } from '../../api/application-api.ts'

/** Number of previews that can still be reloaded; each holds up to 10 MB in memory. */
const MAX_PREVIEWS = 3

const addresses: string[] = []
let isWatching = false

/**
 * Creates an object URL for a fetched PDF. It is revoked after three more previews or at sign-out. The type is always
 * PDF, whatever the response says, so that no browser runs the file as a page of this site
 * (`docs/decisions/0015-resume-preview.md`).
 */
export function previewAddress({ file, fileName }: ResumeDownload): string {
  const address = URL.createObjectURL(new File([file], fileName, { type: RESUME_KINDS.pdf.mediaType }))
  addresses.push(address)
  revoke(addresses.splice(0, Math.max(0, addresses.length - MAX_PREVIEWS)))
  if (!isWatching) subscribeToAuth(forgetWhenSignedOut)
  isWatching = true
  return address
}

function forgetWhenSignedOut() {
  if (!getAuthState().token) revoke(addresses.splice(0))
}

function revoke(revoked: string[]) {
  for (const address of revoked) URL.revokeObjectURL(address)
}

/** A tab without access to its opener, as with `noopener`. */
export type PreviewTab = { show(address: string): void; close(): void }

/**
 * Opens a tab during the click, before its file is fetched: browsers block tabs that open later.
 * @returns undefined when the browser blocks the tab
 */
export function openPreviewTab(title: string): PreviewTab | undefined {
  const tab = window.open('', '_blank')
  if (!tab) return undefined
  // `noopener` would return no handle for setting the address later; a null opener persists across navigations.
  tab.opener = null
  tab.document.title = title
  tab.document.body.textContent = 'Loading the resume...'
  return { show: (address) => tab.location.replace(address), close: () => tab.close() }
}
