import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '../../../contract/accounts/api-tokens.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { ApiTokenTable } from '../api-tokens/api-token-table.tsx'
import { apiTokensQuery } from '../api-tokens/api-tokens-api.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'

/** Secrets by which other programs act for people. */
export const page = adminPage(Body)

const NewTokenDialog = lazyPart(async () => (await import('../api-tokens/new-token-dialog.tsx')).NewTokenDialog)

function Body({ title }: { title: string }) {
  const { token } = useAuth()
  const query = useQuery(apiTokensQuery(token))
  const [isOpen, setOpen] = useState(false)
  return (
    <AdminPage
      title={title}
      note="Other programs act for a person with a token. Each ends on its day, and with the account of its person."
      actions={
        <Button onClick={() => openWhenLoaded('The form', NewTokenDialog.preload, () => setOpen(true))}>
          New token
        </Button>
      }
    >
      <Loaded
        query={query}
        loading={<TableSkeleton words="Loading tokens..." />}
        failure="The tokens could not be loaded."
      >
        {({ tokens }) => (
          <div className="grid grid-cols-1 gap-4">
            <StaleNotice queries={[query]} />
            <Tokens tokens={tokens} />
          </div>
        )}
      </Loaded>
      {isOpen && <NewTokenDialog.View onClose={() => setOpen(false)} />}
    </AdminPage>
  )
}

function Tokens({ tokens }: { tokens: readonly ApiToken[] }) {
  if (tokens.length > 0) return <ApiTokenTable tokens={tokens} />
  return (
    <p className="measure rounded-md border border-line bg-panel p-5">
      There is none. Make one for each program, with no more than it needs, so that you can revoke it alone.
    </p>
  )
}
