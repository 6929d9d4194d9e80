import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { importQuery, importsQuery } from '../imports/import-api.ts'
import { ImportDraft } from '../imports/import-draft.tsx'
import { ImportList } from '../imports/import-list.tsx'
import { ImportResult } from '../imports/import-result.tsx'
import { STATE_BADGES } from '../imports/import-texts.ts'
import { NewImport } from '../imports/new-import.tsx'
import { SettingsGroup } from '../settings/settings-card.tsx'

/** Moving in from another system. */
export const page = adminPage(Body)

const addressOf = (id: number) => `${ADMIN_PAGE.import}?id=${id}`

function Body({ title }: { title: string }) {
  const id = Number(new URLSearchParams(useSearch()).get('id'))
  return (
    <AdminPage title={title} note="Bring applications with you from another system.">
      {Number.isInteger(id) && id > 0 ? <OneImport key={id} id={id} /> : <AllImports />}
    </AdminPage>
  )
}

function AllImports() {
  const { token } = useAuth()
  const [, navigate] = useLocation()
  const query = useQuery(importsQuery(token))
  return (
    <div className="grid grid-cols-1 gap-8">
      <SettingsGroup title="New import">
        <div className="rounded-md border border-line bg-panel p-4 md:p-5">
          <NewImport onMade={({ id }) => navigate(addressOf(id))} />
        </div>
      </SettingsGroup>
      <SettingsGroup title="Imports">
        <Loaded
          query={query}
          loading={<TableSkeleton words="Loading the imports..." />}
          failure="The imports could not be loaded."
        >
          {({ imports }) => <ImportList imports={imports} />}
        </Loaded>
      </SettingsGroup>
    </div>
  )
}

function OneImport({ id }: { id: number }) {
  const { token } = useAuth()
  const [, navigate] = useLocation()
  const query = useQuery(importQuery(token, id))
  return (
    <div className="grid grid-cols-1 gap-5">
      <p>
        <Link href={ADMIN_PAGE.import}>All imports</Link>
      </p>
      <Loaded
        query={query}
        loading={<TableSkeleton words="Loading the import..." />}
        failure="The import could not be loaded."
      >
        {(shown) => (
          <>
            <StaleNotice queries={[query]} />
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="wrap-anywhere text-lg">{shown.name}</h2>
              <Badge tone={STATE_BADGES[shown.state].tone}>{STATE_BADGES[shown.state].words}</Badge>
            </div>
            {shown.state === 'draft' ? (
              <ImportDraft draft={shown} onDeleted={() => navigate(ADMIN_PAGE.import)} />
            ) : (
              <ImportResult shown={shown} />
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
