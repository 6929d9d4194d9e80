import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewSavedView, SavedView, SavedViewChange } from '../../../contract/team/saved-views.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { conflictingVersion } from '../../api/edit-conflict.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** One's own views and those that are shared, by name. */
export function savedViewsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.savedViews, token] as const,
    queryFn: async ({ signal }) =>
      (await jsonRequest<{ views: SavedView[] }>('GET', ADMIN_API.savedViews, { token, signal })).views,
  })
}

/** A new view, or a change of one. */
export type ViewWrite = { body: NewSavedView } | { id: number; body: SavedViewChange }

/** Saves a view. The list of views is read again, also when another person has changed it meanwhile. */
export function useSaveView() {
  const showStored = useShowStored()
  return useMutation({
    mutationFn: (write: ViewWrite) =>
      'id' in write
        ? jsonRequest<SavedView>('PATCH', pathTo(ADMIN_API.savedView, write.id), {
            ...{ token: readToken(), body: write.body },
          })
        : jsonRequest<SavedView>('POST', ADMIN_API.savedViews, { token: readToken(), body: write.body }),
    onSuccess: showStored,
    onError: (error) => showStored(conflictingVersion<SavedView>(error)),
  })
}

/** Deletes a view. */
export function useDeleteView() {
  const showStored = useShowStored()
  return useMutation({
    mutationFn: ({ id }: SavedView) => jsonRequest('DELETE', pathTo(ADMIN_API.savedView, id), { token: readToken() }),
    onSettled: () => showStored(undefined),
  })
}

function useShowStored() {
  const client = useQueryClient()
  return (stored: SavedView | undefined) => {
    const { queryKey } = savedViewsQuery(readToken())
    if (stored)
      client.setQueryData<SavedView[]>(queryKey, (views = []) => [
        ...views.filter(({ id }) => id !== stored.id),
        stored,
      ])
    void client.invalidateQueries({ queryKey })
  }
}
