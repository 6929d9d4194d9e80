import { useMutation, useQueryClient } from '@tanstack/react-query'
import { raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { fileNameOf } from '../../api/content-disposition.ts'
import { bearer } from '../../api/json-request.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast/toast.ts'

type FileRequest = { fallbackName: string; method?: 'GET' | 'POST'; body?: object }

/**
 * Fetches a file that the server sends to be saved.
 * @param request.body sent as JSON
 * @param request.fallbackName where the server gives the file no name
 */
export async function fetchFile(
  token: string | null,
  path: string,
  { fallbackName, method = 'GET', body }: FileRequest,
): Promise<{ file: Blob; fileName: string }> {
  const sent = { method, ...(body && { body: JSON.stringify(body) }) }
  const response = await sendAuthorized(token, (current) => {
    const headers = { ...bearer(current), ...(body && { 'Content-Type': 'application/json' }) }
    return fetch(path, { credentials: 'include', ...sent, headers })
  })
  await raiseUnlessOk(response)
  const fileName = fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName
  return { file: await response.blob(), fileName }
}

/**
 * Returns the action that downloads a file and says so; the server records it.
 * @param texts.done title of the notice
 * @param texts.recordedIn key of the queries that show the record
 */
export function useFileDownload(
  path: string,
  { done, recordedIn, ...request }: FileRequest & { done: string; recordedIn?: readonly string[] },
) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => fetchFile(readToken(), path, request),
    retry: false,
    onSuccess: ({ file, fileName }) => {
      saveFile(file, fileName)
      toast({ title: done })
    },
    onError: (error) => showFailure(error, { title: 'Nothing was downloaded', description: 'Please try again' }),
    onSettled: () => recordedIn && client.invalidateQueries({ queryKey: recordedIn }),
  })
}
