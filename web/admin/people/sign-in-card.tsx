import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { SecondStepSwitch } from './second-step-switch.tsx'
import { signInSettingsQuery } from './sign-in-settings-api.ts'
import { SingleSignOnForm } from './single-sign-on-form.tsx'

/** How people sign in, for owners. */
export function SignInCard() {
  const { token } = useAuth()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid grid-cols-1 gap-3">
      <h2 id={titleId} className="text-lg">
        Signing in
      </h2>
      <div className="grid grid-cols-1 gap-4 rounded-md border border-line bg-panel p-4 md:p-5">
        <Loaded
          query={useQuery(signInSettingsQuery(token))}
          loading={
            <p role="status" className="min-h-44">
              Loading how people sign in...
            </p>
          }
          failure="How people sign in could not be loaded."
          isInCard
        >
          {(stored) => (
            <>
              <SecondStepSwitch stored={stored} />
              <SingleSignOnForm stored={stored} />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
