import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Tag, TagChange } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { isSessionOver, useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { refreshDashboard } from '../applications/changes/pending-changes.ts'
import { tagsQuery } from './tags-api.ts'

/** Returns the action that renames and recolors a tag, or merges it into another one. The field says what went wrong. */
export function useTagChange({ id }: Tag) {
  const show = useShowTags()
  return useDialogChange({
    mutationFn: (body: TagChange) => jsonRequest<Tag>('PATCH', pathTo(ADMIN_API.tag, id), { token: readToken(), body }),
    onSuccess: (tag) => show(id, tag),
  })
}

/** Returns the action that deletes a tag. */
export function useTagDeletion({ id, name }: Tag) {
  const show = useShowTags()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => jsonRequest('DELETE', pathTo(ADMIN_API.tag, id), { token: readToken() }),
    onSuccess: () => show(id),
    onError: (error) =>
      showFailure(error, { title: 'Tag not deleted', about: name, description: failureMessage(error) }),
  })
}

/** What the server said about the name or the other tag; undefined without a failure. */
export function refusalOf(error: Error | null): string | undefined {
  if (!error || isSessionOver(error)) return undefined
  return (error instanceof ApiError && error.issues[0]?.message) || failureMessage(error)
}

/** Shows a tag in place of another one or of itself, or none any more, and reads everything again that shows tags. */
function useShowTags() {
  const client = useQueryClient()
  return (id: number, tag?: Tag) => {
    const { queryKey } = tagsQuery(readToken())
    client.setQueryData(queryKey, (tags = []) =>
      [...tags.filter((one) => one.id !== id && one.id !== tag?.id), ...(tag ? [tag] : [])].toSorted(
        (one, other) => one.name.localeCompare(other.name) || one.id - other.id,
      ),
    )
    void client.invalidateQueries({ queryKey })
    void refreshDashboard(client)
  }
}
