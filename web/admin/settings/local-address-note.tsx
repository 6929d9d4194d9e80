import { usePageData } from '../../layout/page-data-context.ts'

const LOCAL = /^https?:\/\/(?:localhost|127\.|\[::1\])/

/** Says that addresses of the site lead nowhere from other machines; nothing once `PUBLIC_URL` is set. */
export function LocalAddressNote() {
  const { publicUrl } = usePageData()
  if (!LOCAL.test(publicUrl)) return null
  return (
    <p className="border-signal-amber border-l-4 pl-4 text-sm">
      Other sites cannot reach {publicUrl}. Set the address of this site as <code>PUBLIC_URL</code> on the server.
    </p>
  )
}
