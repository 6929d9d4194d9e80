import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  ColleagueQuestion,
  colleagueQuestionsSchema,
  MadeColleagueQuestion,
  NewColleagueQuestion,
} from '../../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { toast } from '../../ui/toast/toast.ts'
import { pollOptions } from '../api/poll-options.ts'

/** Read again with all that follows a change of an application or interview. */
const KEY = [ADMIN_API.colleagueQuestions] as const

const addressOf = (applicationId: number) => pathTo(ADMIN_API.colleagueQuestions, applicationId)

/** Which colleagues were asked about an application. */
export function colleagueQuestionsQuery(token: string | null, applicationId: number) {
  const address = addressOf(applicationId)
  return queryOptions({
    ...pollOptions,
    queryKey: [...KEY, token, address],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof colleagueQuestionsSchema>>('GET', address, { token, signal }),
  })
}

/** Returns the action that asks a colleague. */
export function useAsk(applicationId: number) {
  return useDialogChange({
    mutationFn: (body: NewColleagueQuestion) =>
      jsonRequest<MadeColleagueQuestion>('POST', addressOf(applicationId), { token: readToken(), body }),
    rereads: [KEY],
  })
}

/** Returns the action that makes the link of a question anew. */
export function useMakeLink() {
  return useDialogChange({
    mutationFn: ({ id }: ColleagueQuestion) =>
      jsonRequest<MadeColleagueQuestion>('POST', pathTo(ADMIN_API.colleagueQuestionLink, id), { token: readToken() }),
    rereads: [KEY],
  })
}

/** Returns the action that ends the link of a question. */
export function useEndQuestion() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: ColleagueQuestion) =>
      jsonRequest<ColleagueQuestion>('POST', pathTo(ADMIN_API.endColleagueQuestion, id), { token: readToken() }),
    onSuccess: ({ name, email }) => toast({ title: 'Link ended', description: name ?? email }),
    onError: (error) => showFailure(error, { title: 'Link was not ended', description: failureMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
