import type { AnchorHTMLAttributes } from 'react'
import { Link } from 'wouter'
import { preloadPage } from '../routes.tsx'

/** A link to another page of this site; fetches that page's code as soon as a visitor reaches for it. */
export function PageLink({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const preload = () => preloadPage(href)
  return <Link {...rest} href={href} onPointerEnter={preload} onFocus={preload} />
}
