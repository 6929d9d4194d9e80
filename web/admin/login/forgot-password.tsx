import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

const RequestPart = lazyPart(async () => (await import('./reset-request.tsx')).ResetRequest)

/** The way to a new password, below the login form. @param props.username what stands there when it is opened */
export function ForgotPassword({ username }: { username: () => string }) {
  const [typed, setTyped] = useState<string>()
  const isOpen = typed !== undefined
  return (
    <div className="mt-5 border-line border-t pt-2">
      <Button
        tone="quiet"
        className="-ml-2"
        aria-expanded={isOpen}
        onFocus={RequestPart.preload}
        onClick={() => setTyped(isOpen ? undefined : username())}
      >
        Forgot your password?
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RequestPart.View username={typed} />
        </Suspense>
      )}
    </div>
  )
}
