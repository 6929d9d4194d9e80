import { PAGE } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'

/** How long data is kept, beside Submit. The link opens a new tab, because a form loses its file with its page. */
export function DataNotice() {
  const { retention, legalPages } = usePageData().texts
  const hasPolicy = legalPages.includes('privacy')
  if (!retention && !hasPolicy) return null
  return (
    <p className="measure text-ink-muted text-sm wrap-anywhere">
      {retention}{' '}
      {hasPolicy && (
        <a href={PAGE.privacy} target="_blank" rel="noopener">
          Privacy Policy<span className="sr-only"> (opens a new tab)</span>
        </a>
      )}
    </p>
  )
}
