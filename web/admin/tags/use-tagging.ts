import { useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import type { NewTag, Tag, Tagged, Tagging } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'
import { useChange } from '../applications/changes/pending-changes.ts'
import { showStored } from '../applications/changes/row-changes.ts'
import { describeTagged } from './tag-texts.ts'

/** Applications, and the tags that they get and lose. A tag that does not exist yet is made first. */
type TagWrite = { applications: readonly Application[]; put?: Tag[]; take?: Tag[]; made?: NewTag }

/** The action that puts tags on applications and takes them off; a toast says so, and takes it back. */
export function useTagging() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const { mutate, isPending } = useChange({
    send: async ({ applications, put = [], take = [], made }: TagWrite) => {
      const token = readToken()
      const tag = made && (await jsonRequest<Tag>('POST', ADMIN_API.tags, { token, body: made }))
      const all = tag ? [...put, tag] : put
      const body: Tagging = {
        put: all.map(({ id }) => id),
        take: take.map(({ id }) => id),
        applications: applications.map(({ id }) => id),
      }
      return { put: all, take, ...(await jsonRequest<Tagged>('POST', ADMIN_API.applicationTags, { token, body })) }
    },
    onMade: ({ put, take, ...outcome }) => {
      showStored(client, outcome.changed)
      client.invalidateQueries({ queryKey: [ADMIN_API.tags] })
      const back = { applications: outcome.changed, put: take, take: put }
      const undo = { action: { label: 'Undo', run: () => mutate(back) } }
      toast({ ...describeTagged(outcome, { put, take }), ...(outcome.changed.length > 0 && undo) })
    },
    onFailed: (error) => {
      client.invalidateQueries({ queryKey: [ADMIN_API.tags] })
      showFailure(error, { title: 'Tags not changed', description: failureMessage(error) })
    },
  })
  return { write: mutate, isPending }
}
