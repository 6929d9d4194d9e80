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
 * @param texts.preparing title of the notice until it has come
 * @param texts.about whom it is about
 * @param texts.done title of the notice
 * @param texts.recordedIn key of the queries that show the record
 */
export function useFileDownload(
  path: string,
  {
    preparing,
    done,
    about,
    recordedIn,
    ...request
  }: FileRequest & { preparing?: string; done: string; about?: string; recordedIn?: readonly string[] },
) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => fetchFile(readToken(), path, request),
    retry: false,
    // Kept from the beginning: the page may be about another person when the file has come.
    onMutate: () => {
      if (preparing) toast({ title: preparing, about, durationMs: Number.POSITIVE_INFINITY })
      return { about }
    },
    onSuccess: ({ file, fileName }, _sent, begun) => {
      saveFile(file, fileName)
      toast({ title: done, ...begun })
    },
    onError: (error, _sent, begun) =>
      showFailure(error, { title: 'Nothing was downloaded', description: 'Please try again', ...begun }),
    onSettled: () => recordedIn && client.invalidateQueries({ queryKey: recordedIn }),
  })
}
