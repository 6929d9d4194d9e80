import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import type { Person } from '../../../contract/accounts/people.ts'
import type { StoredSignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useOwn } from '../../session/use-may.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { nameOf, peopleQuery } from './people-query.ts'
import { useSignInSettingsChange } from './sign-in-settings-api.ts'

/** Whether everybody needs a second step. Before it is switched on, its owner reads whom it concerns. */
export function SecondStepSwitch({ stored: { settings, version } }: { stored: StoredSignInSettings }) {
  const { token } = useAuth()
  const own = useOwn()
  const hint = useId()
  const saving = useSignInSettingsChange()
  const { data } = useQuery(peopleQuery(token))
  const [isAsking, setAsking] = useState(false)
  const isOn = settings.requireSecondFactor
  const without = (data?.people ?? []).filter(lacksFactor)
  const lacksOwn = !isOn && without.some(({ id }) => id === own.id)
  const save = (requireSecondFactor: boolean) => saving.mutate({ settings: { requireSecondFactor }, version })
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          aria-describedby={hint}
          checked={isOn}
          disabled={saving.isPending || data === undefined || lacksOwn}
          onChange={() => (isOn ? save(false) : setAsking(true))}
        />
        Everybody needs a second step
      </label>
      <p id={hint} className="measure text-ink-muted text-sm">
        A code of an app or a passkey, after the password. Everybody has a day to set it up.
        {lacksOwn && ` Set up your own first: ${ACCOUNT_MENU.signIn} in the menu.`}
        {isOn && without.length > 0 && ` Without one still: ${namesOf(without)}.`}
      </p>
      {isAsking && (
        <ConfirmDialog
          title="Everybody needs a second step?"
          question={questionAbout(without)}
          action="Switch on"
          onConfirm={() => save(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function questionAbout(without: readonly Person[]): string {
  if (without.length === 0) return 'Everybody has one already. New people have a day to set it up.'
  return `Without one after a day, a person reads nothing but the page to set it up. Now without: ${namesOf(without)}.`
}

function lacksFactor({ deactivatedAt, secondFactors }: Person): boolean {
  return deactivatedAt === null && secondFactors.length === 0
}

/** So many people are named; the others are counted. */
const NAMED = 5

function namesOf(people: readonly Person[]): string {
  const names = people.slice(0, NAMED).map(nameOf)
  const others = people.length - NAMED
  return others > 0 ? `${names.join(', ')} and ${others} more` : names.join(', ')
}
