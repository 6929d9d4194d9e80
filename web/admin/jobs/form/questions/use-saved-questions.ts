import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Question, questionSchema } from '../../../../../contract/question.ts'
import { useFailureNotice } from '../../../../session/end-session.ts'
import { useAuth } from '../../../../session/use-auth.ts'
import { toast } from '../../../../ui/toast.ts'
import type { ToastMessage } from '../../../../ui/toast-store.ts'
import { saveSettings, settingsQuery } from '../../../settings/settings-api.ts'

/** The questions that are kept in the settings, to be used again in other postings. */
export function useSavedQuestions() {
  const { token } = useAuth()
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const query = settingsQuery(token)
  const { data } = useQuery(query)

  /** Changes the list that is stored now, and says what became of it. */
  const change = async (update: (saved: readonly Question[]) => Question[], done: ToastMessage) => {
    try {
      const { settings, version } = await client.fetchQuery({ ...query, staleTime: 0 })
      const savedQuestions = update(settings.savedQuestions)
      client.setQueryData(query.queryKey, await saveSettings({ settings: { ...settings, savedQuestions }, version }))
      toast(done)
    } catch (error) {
      showFailure(error as Error, { title: 'Saved questions not changed', description: 'Please try again' })
    }
  }

  return {
    questions: data?.settings.savedQuestions ?? [],
    /** Keeps a question; it replaces one with the same words. */
    save: (question: Question) => {
      const fault = questionSchema.safeParse(question).error?.issues[0]?.message
      if (fault !== undefined) return toast({ title: 'Question not saved', description: fault, tone: 'error' })
      const done = { title: 'Question saved', description: 'You can use it in other postings.' }
      return change((saved) => [...saved.filter(({ text }) => text !== question.text), question], done)
    },
    /** Keeps a question no longer; postings that ask it go on. */
    forget: (question: Question) =>
      change((saved) => saved.filter(({ text }) => text !== question.text), { title: 'Saved question removed' }),
  }
}
