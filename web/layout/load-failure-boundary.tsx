import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** Shows what to do when a page or a part of it could not be fetched or failed to render. */
export class LoadFailureBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert" className="wrap grid justify-items-start gap-4 py-16">
        <p className="measure">
          This part of the site could not be loaded. Check your connection and reload the page. Anything you already
          sent is safe.
        </p>
        <Button tone="secondary" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </div>
    )
  }
}
