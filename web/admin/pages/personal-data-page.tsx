import { useQuery } from '@tanstack/react-query'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { Retention } from '../../../contract/personal-data/retention-rules.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { ConsentTextsCard } from '../personal-data/consent-texts.tsx'
import { DuePeople } from '../personal-data/due-people.tsx'
import { Erasures } from '../personal-data/erasures.tsx'
import { LegalHoldList } from '../personal-data/hold-table.tsx'
import { NoticeForm } from '../personal-data/notice-form.tsx'
import { PeriodsForm } from '../personal-data/periods-form.tsx'
import { retentionQuery } from '../personal-data/personal-data-api.ts'
import { RulesState } from '../personal-data/rules-state.tsx'
import { SetAsidePeople } from '../personal-data/set-aside-table.tsx'
import { SettingsGroup } from '../settings/settings-card.tsx'

/** How long applications are kept, and who is kept longer. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const { token } = useAuth()
  const query = useQuery(retentionQuery(token))
  return (
    <AdminPage title={title} note="How long applications are kept, and who is kept longer.">
      <Loaded
        query={query}
        loading={<TableSkeleton words="Loading the rules..." />}
        failure="The rules could not be loaded."
      >
        {(retention) => (
          <div className="grid grid-cols-1 gap-8">
            <StaleNotice queries={[query]} />
            <Groups retention={retention} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  )
}

const CARD = 'grid grid-cols-1 gap-5 rounded-md border border-line bg-panel p-4 md:p-5'

function Groups({ retention }: { retention: Retention }) {
  const { setAside, erasing } = retention
  return (
    <>
      <section aria-label="The rules" className={CARD}>
        <RulesState retention={retention} />
      </section>
      {erasing.applications + erasing.waitingForHold.length > 0 && (
        <SettingsGroup title="Being erased">
          <div className={CARD}>
            <Erasures {...erasing} />
          </div>
        </SettingsGroup>
      )}
      <SettingsGroup title="Legal holds">
        <div className={CARD}>
          <LegalHoldList />
        </div>
      </SettingsGroup>
      <SettingsGroup title="Set aside">
        <div className={CARD}>
          <SetAsidePeople expected={setAside.people} />
        </div>
      </SettingsGroup>
      <SettingsGroup title="Whose period is over">
        <div className={CARD}>
          <DuePeople key={retention.version} />
        </div>
      </SettingsGroup>
      <SettingsGroup title="How long applications are kept">
        <div className={CARD}>
          <p className="measure">
            All applications of a person go together, once the period of each is over. An open one keeps them all. Who
            is due leaves every list for {RETENTION.setAsideDays} days and is then erased.
          </p>
          <PeriodsForm key={retention.version} retention={retention} />
        </div>
      </SettingsGroup>
      <SettingsGroup title="Before the erasure">
        <div className={CARD}>
          <p className="measure">
            Applicants can be told before they are set aside, and choose to stay on file for one more period. Then they
            are asked again. They can withdraw that at any time.
          </p>
          <NoticeForm key={retention.version} retention={retention} />
          <ConsentTextsCard />
        </div>
      </SettingsGroup>
    </>
  )
}
