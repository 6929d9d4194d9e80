import { RESUME_MEDIA_TYPES } from '../../../../contract/vocabulary.ts'
import { getAuthState, subscribeToAuth } from '../../../api/auth-store.ts'
import type { ResumeDownload } from '../changes/application-api.ts'

/** Previews whose tabs can still be reloaded: with 10 MB each, what they take of the memory. */
const MOST_KEPT = 3

const addresses: string[] = []
let isWatching = false

/**
 * Gives a fetched PDF an address that a tab of its own can show: until three more were opened, or the admin signs out.
 * It is given the type PDF whatever the answer said, so that no browser reads it as a page of this site
 * (`docs/decisions/0015-resume-preview.md`).
 */
export function previewAddress({ file, fileName }: ResumeDownload): string {
  const address = URL.createObjectURL(new File([file], fileName, { type: RESUME_MEDIA_TYPES.pdf }))
  addresses.push(address)
  takeBack(addresses.splice(0, Math.max(0, addresses.length - MOST_KEPT)))
  if (!isWatching) subscribeToAuth(forgetWhenSignedOut)
  isWatching = true
  return address
}

function forgetWhenSignedOut() {
  if (!getAuthState().token) takeBack(addresses.splice(0))
}

function takeBack(given: string[]) {
  for (const address of given) URL.revokeObjectURL(address)
}

/** A tab that knows nothing of the one that opened it, as with `noopener`. */
export type PreviewTab = { show(address: string): void; close(): void }

/**
 * Opens a tab while a click still counts, for a file that is yet to be fetched: browsers refuse one that comes later.
 * @returns undefined when the browser refuses this one too
 */
export function openPreviewTab(title: string): PreviewTab | undefined {
  const tab = window.open('', '_blank')
  if (!tab) return undefined
  // With `noopener` itself there would be nothing to lead to the file. This lasts, whatever the tab shows later.
  tab.opener = null
  tab.document.title = title
  tab.document.body.textContent = 'Loading the resume...'
  return { show: (address) => tab.location.replace(address), close: () => tab.close() }
}
