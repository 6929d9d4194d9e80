import { type FormEvent, useId, useState } from 'react'
import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import { ROLE_NAMES } from '../../../contract/accounts/roles.ts'
import {
  ROLES_OF_DOMAINS,
  type StoredSignInSettings,
  signInSettingsSchema,
} from '../../../contract/accounts/sign-in-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { ROLE_HINTS } from './people-texts.ts'
import { useSignInSettingsChange } from './sign-in-settings-api.ts'

/** Who may join with a company account, and whether there is another way to sign in. */
export function SingleSignOnForm({ stored }: { stored: StoredSignInSettings }) {
  const { provider, settings, version } = stored
  const saving = useSignInSettingsChange()
  const [fields, setFields] = useState(settings.singleSignOn)
  const [domains, setDomains] = useState(settings.singleSignOn.domains.join('\n'))
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = { ...fields, domains: domains.split(/[\s,]+/).filter((domain) => domain !== '') }
    const parsed = signInSettingsSchema.shape.singleSignOn.safeParse(typed)
    setFault(parsed.error?.issues[0]?.message)
    if (parsed.success) saving.mutate({ settings: { singleSignOn: parsed.data }, version })
  }
  if (!provider) return <WithoutProvider />
  return (
    <form
      noValidate
      aria-label="Company accounts"
      className="grid grid-cols-1 justify-items-start gap-5"
      onSubmit={submit}
    >
      <p className="measure">
        People sign in with <bdi>{provider.name}</bdi> once it is linked: by joining with it, or by linking it
        themselves under {ACCOUNT_MENU.company} in the menu.
      </p>
      <TextAreaField
        label="Domains whose people may join without an invitation"
        isOptional
        className="w-full max-w-xl"
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
        hint="One on each line, such as example.com. Only verified addresses count. Leave it empty to let only invited people join."
        value={domains}
        error={fault}
        onChange={({ currentTarget }) => setDomains(currentTarget.value)}
      />
      <RoleOfDomains role={fields.role} onChange={(role) => setFields({ ...fields, role })} />
      <OnlyThisWay isOn={fields.only} onChange={(only) => setFields({ ...fields, only })} />
      <Button type="submit" isBusy={saving.isPending}>
        Save
      </Button>
      <p className="min-w-0 text-ink-muted text-sm wrap-anywhere">
        Redirect address, as registered at the provider: <code className="font-mono">{provider.redirectUrl}</code>{' '}
        <CopyButton text={provider.redirectUrl} what="the redirect address" />
      </p>
    </form>
  )
}

function WithoutProvider() {
  return (
    <p className="measure text-ink-muted">
      People sign in with a password. Company accounts, such as those of Google Workspace, Microsoft Entra ID or
      Keycloak, can be added by the person who runs the server: the settings begin with{' '}
      <code className="font-mono">OIDC_</code>, and the operations guide says what to register where.
    </p>
  )
}

type Role = StoredSignInSettings['settings']['singleSignOn']['role']

function RoleOfDomains({ role, onChange }: { role: Role; onChange: (role: Role) => void }) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">They join as</legend>
      {ROLES_OF_DOMAINS.map((each) => (
        <label key={each} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={role === each}
            onChange={() => onChange(each)}
          />
          <span>
            {ROLE_NAMES[each]}
            <span className="block text-ink-muted text-sm">{ROLE_HINTS[each]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function OnlyThisWay({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          aria-describedby={id}
          checked={isOn}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        Sign in only this way
      </label>
      <p id={id} className="measure text-ink-muted text-sm">
        Passwords then open nothing, except for owners: that is the way back when the provider is away. Link your own
        account first.
      </p>
    </div>
  )
}
