import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { IMPORT } from '../../../contract/imports/import-limits.ts'
import type { ImportPreset } from '../../../contract/imports/import-presets.ts'
import type { Import, ImportOptions, ImportSummary } from '../../../contract/imports/imports.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage, raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

/** How often an import that is under way is read again, in milliseconds. */
const POLL_MS = 1_500

/** The latest imports. */
export function importsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.imports, token],
    queryFn: ({ signal }) => jsonRequest<{ imports: ImportSummary[] }>('GET', ADMIN_API.imports, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** One import; read again and again while it is under way. */
export function importQuery(token: string | null, id: number) {
  const address = pathTo(ADMIN_API.import, id)
  return queryOptions({
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<Import>('GET', address, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
    refetchInterval: (query) => {
      const state = query.state.data?.state
      return state === 'running' || state === 'undoing' ? POLL_MS : retryAfterFailure.refetchInterval(query)
    },
  })
}

/** What an owner chooses to move in with. */
export type ChosenFiles = { table: File; files: File | null; preset: ImportPreset | null }

/** Sends a file in pieces. @param onBytes called after each with its bytes */
async function sendPieces(path: string, id: number, file: File, onBytes: (bytes: number) => void): Promise<void> {
  for (let offset = 0; offset === 0 || offset < file.size; offset += IMPORT.pieceBytes) {
    const body = file.slice(offset, offset + IMPORT.pieceBytes)
    const response = await sendAuthorized(readToken(), (token) =>
      fetch(`${pathTo(path, id)}?offset=${offset}`, {
        method: 'PUT',
        credentials: 'include',
        headers: { ...bearer(token), 'Content-Type': 'application/octet-stream' },
        body,
      }),
    )
    await raiseUnlessOk(response)
    onBytes(body.size)
  }
}

/** Returns the action that sends the files of a new import and has them read. @param onPercent of the bytes that were sent */
export function useNewImport(onPercent: (percent: number) => void, onMade: (made: Import) => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: async ({ table, files, preset }: ChosenFiles) => {
      const token = readToken()
      const total = Math.max(1, table.size + (files?.size ?? 0))
      let sent = 0
      const onBytes = (bytes: number) => {
        sent += bytes
        onPercent(Math.floor((100 * sent) / total))
      }
      const body = { name: table.name.slice(-IMPORT.fileName), preset }
      const { id } = await jsonRequest<Import>('POST', ADMIN_API.imports, { token, body })
      try {
        await sendPieces(ADMIN_API.importTable, id, table, onBytes)
        if (files) await sendPieces(ADMIN_API.importFiles, id, files, onBytes)
        const archive = files?.name.slice(-IMPORT.fileName)
        return await jsonRequest<Import>('POST', pathTo(ADMIN_API.readImport, id), {
          ...{ token: readToken(), body: { files: archive } },
        })
      } catch (error) {
        // A draft of which nothing is shown would be in the way. The server deletes it after a day.
        await jsonRequest('DELETE', pathTo(ADMIN_API.import, id), { token: readToken() }).catch(() => undefined)
        throw error
      }
    },
    retry: false,
    onSuccess: (made) => {
      client.setQueryData(importQuery(readToken(), made.id).queryKey, made)
      onMade(made)
    },
    onError: (error) => showFailure(error, { title: 'Nothing was read', description: failureMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.imports] }),
  })
}

/** Returns the action that chooses what an import does; its page then shows what that comes to. */
export function useImportOptions(id: number) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (body: ImportOptions) =>
      jsonRequest<Import>('PUT', pathTo(ADMIN_API.import, id), { token: readToken(), body }),
    // One after the other: the latest choice is shown.
    scope: { id: `import ${id}` },
    onSuccess: (changed) => client.setQueryData(importQuery(readToken(), id).queryKey, changed),
    onError: (error) => showFailure(error, { title: 'Not changed', description: failureMessage(error) }),
  })
}

type ImportAction = 'start' | 'undo' | 'finish' | 'delete'

const ACTIONS: Record<ImportAction, { path: string; method: 'POST' | 'DELETE'; done: string; failed: string }> = {
  start: { path: ADMIN_API.startImport, method: 'POST', done: 'The import has begun', failed: 'Nothing was imported' },
  undo: {
    path: ADMIN_API.undoImport,
    method: 'POST',
    done: 'The import is being undone',
    failed: 'Nothing was undone',
  },
  finish: { path: ADMIN_API.finishImport, method: 'POST', done: 'The import is finished', failed: 'Not finished' },
  delete: { path: ADMIN_API.import, method: 'DELETE', done: 'Deleted', failed: 'Not deleted' },
}

/** Returns the action that begins, undoes, finishes or deletes an import. */
export function useImportAction(id: number, onDone?: () => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (action: ImportAction) =>
      jsonRequest(ACTIONS[action].method, pathTo(ACTIONS[action].path, id), { token: readToken() }),
    onSuccess: (_answer, action) => {
      toast({ title: ACTIONS[action].done })
      if (action === 'delete') onDone?.()
    },
    onError: (error, action) =>
      showFailure(error, { title: ACTIONS[action].failed, description: failureMessage(error) }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [ADMIN_API.imports] }),
        client.invalidateQueries({ queryKey: [pathTo(ADMIN_API.import, id)] }),
      ]),
  })
}
