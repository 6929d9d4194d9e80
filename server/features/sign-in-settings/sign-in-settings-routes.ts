import {
  changedSignInSettingsSchema,
  type StoredSignInSettings,
  storedSignInSettingsSchema,
} from '../../../contract/accounts/sign-in-settings.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Account } from '../accounts/account-queries.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { changeDocument } from '../settings/change-document.ts'
import { readDocument, type StoredDocument } from '../settings/document-queries.ts'
import { SIGN_IN_SETTINGS } from '../settings/documents.ts'

/** Reading and changing how people sign in; owners alone may. */
export function signInSettingsRoutes(app: WellheadApp, { db, sessions, clock, config }: Services): void {
  const shared = { may: PEOPLE.signIn, tags: ['people'] }
  const response = { 200: storedSignInSettingsSchema, ...errorResponses }
  const provider = config.oidc && {
    name: config.oidc.name,
    redirectUrl: config.publicUrl + SIGN_IN_API.singleSignOnCallback,
  }
  const present = ({ value, version }: StoredDocument<typeof SIGN_IN_SETTINGS.schema>): StoredSignInSettings => ({
    ...{ settings: value, version, provider },
  })

  app.get(
    SIGN_IN_API.signInSettings,
    sessions.guarded({
      ...shared,
      operationId: 'getSignInSettings',
      summary: 'Read how people sign in',
      response,
    }),
    async () => present(await readDocument(db, SIGN_IN_SETTINGS)),
  )

  app.patch(
    SIGN_IN_API.signInSettings,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'changeSignInSettings',
      summary: 'Change how people sign in',
      body: changedSignInSettingsSchema,
      response,
    }),
    async (request) => {
      const { settings: changes, version } = request.body
      const action = { by: signedIn(request), now: clock() }
      if (changes.singleSignOn?.only) await requireOwnWayIn({ db, config }, action.by)
      return changeDocument(db, SIGN_IN_SETTINGS, action, { changes, version }, present)
    },
  )
}

/** Who ends the passwords of others has signed in with the company account before. @throws {RequestError} `not_linked` */
async function requireOwnWayIn({ db, config }: Pick<Services, 'db' | 'config'>, { id }: Account): Promise<void> {
  const linked = db.selectFrom('linked_identities').select('id').where('account_id', '=', id)
  const own = await linked.where('issuer', '=', config.oidc?.issuer ?? '').executeTakeFirst()
  if (own) return
  const message = 'Link your own company account first: that shows that signing in with it works here.'
  throw new RequestError('not_linked', message, { issues: [{ path: 'settings.singleSignOn.only', message }] })
}
