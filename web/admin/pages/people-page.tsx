import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { People } from '../../../contract/accounts/people.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { InvitationTable } from '../people/invitation-table.tsx'
import type { OpenPeopleDialog } from '../people/people-dialogs.tsx'
import { peopleQuery } from '../people/people-query.ts'
import { PeopleTable } from '../people/people-table.tsx'
import { isLastOwner } from '../people/people-texts.ts'

/** Who may sign in, and what for. */
export const page = adminPage(Body)

const SignInCard = lazyPart(async () => (await import('../people/sign-in-card.tsx')).SignInCard)

const PeopleDialog = lazyPart(async () => (await import('../people/people-dialogs.tsx')).PeopleDialog)

function Body({ title }: { title: string }) {
  const { token } = useAuth()
  const query = useQuery(peopleQuery(token))
  const [opened, setOpened] = useState<OpenPeopleDialog | null>(null)
  const open = (dialog: OpenPeopleDialog) => openWhenLoaded('The form', PeopleDialog.preload, () => setOpened(dialog))
  return (
    <AdminPage
      title={title}
      note="Who may sign in, and what each may do."
      actions={
        <Button isUnavailable={query.data === undefined} onClick={() => open({ kind: 'invite' })}>
          Invite a person
        </Button>
      }
    >
      <Loaded
        query={query}
        loading={<TableSkeleton words="Loading people..." />}
        failure="The people could not be loaded."
      >
        {(data) => (
          <div>
            <StaleNotice queries={[query]} />
            <Lists {...data} onOpen={open} />
            <Suspense fallback={null}>
              <div className="mt-8">
                <SignInCard.View />
              </div>
            </Suspense>
          </div>
        )}
      </Loaded>
      {opened && (
        <PeopleDialog.View opened={opened} sendsMail={query.data?.sendsMail ?? false} onClose={() => setOpened(null)} />
      )}
    </AdminPage>
  )
}

function Lists({ people, invitations, onOpen }: People & { onOpen: (dialog: OpenPeopleDialog) => void }) {
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-4">
        <PeopleTable
          people={people}
          onEdit={(person) => onOpen({ kind: 'edit', person, isLastOwner: isLastOwner(person, people) })}
        />
        {people.length === 1 && invitations.length === 0 && <Alone />}
      </div>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="grid grid-cols-1 gap-3">
          <h2 id="invitations" className="text-lg">
            Open invitations
          </h2>
          <InvitationTable invitations={invitations} onRenew={(invitation) => onOpen({ kind: 'renew', invitation })} />
        </section>
      )}
    </div>
  )
}

/** What roles are for, while nobody else has or is offered one. */
function Alone() {
  return (
    <p className="measure rounded-md border border-line bg-panel p-5">
      You are the only one here. Invite colleagues, each with what they need: a recruiter works on all applications, a
      hiring manager sees the applicants of the postings you choose, and another owner can do what you can.
    </p>
  )
}
