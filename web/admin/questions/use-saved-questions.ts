import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isSameQuestion, type Question, questionSchema } from '../../../contract/jobs/question.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { saveSettings, settingsQuery } from '../api/settings-api.ts'
import { withoutBlankChoices } from './question-changes.ts'

/** The questions that are kept in the settings, to be used again in other postings. */
export function useSavedQuestions() {
  const { token } = useAuth()
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  const query = settingsQuery(token)
  const { data } = useQuery(query)

  /** Changes the list that is stored now, and says what became of it. @returns whether it is stored */
  const change = async (update: (saved: readonly Question[]) => Question[], done: ToastMessage): Promise<boolean> => {
    try {
      const { settings, version } = await client.fetchQuery({ ...query, staleTime: 0 })
      const savedQuestions = update(settings.savedQuestions)
      client.setQueryData(query.queryKey, await saveSettings({ settings: { savedQuestions }, version }))
      toast(done)
      return true
    } catch (error) {
      showFailure(error as Error, { title: 'Saved questions not changed', description: 'Please try again' })
      return false
    }
  }

  return {
    questions: data?.settings.savedQuestions ?? [],
    /**
     * Keeps a question, each text once.
     * @param replaced text of the one whose place it takes; null for none
     * @returns whether it is stored
     */
    save: async (question: Question, replaced: string | null = question.text): Promise<boolean> => {
      const { data: valid, error } = questionSchema.safeParse(withoutBlankChoices(question))
      if (!valid) {
        toast({ title: 'Question not saved', description: error.issues[0]?.message ?? '', tone: 'error' })
        return false
      }
      const done = { title: 'Question saved', description: 'You can use it in other postings.' }
      return change((saved) => withQuestion(saved, valid, replaced), done)
    },
    /** Keeps a question no longer; postings that ask it go on. */
    forget: (question: Question) =>
      change((saved) => saved.filter(({ text }) => text !== question.text), { title: 'Saved question removed' }),
  }
}

function withQuestion(saved: readonly Question[], question: Question, replaced: string | null): Question[] {
  const isReplaced = ({ text }: Question) => replaced !== null && isSameQuestion(text, replaced)
  const others = saved.filter((each) => isReplaced(each) || !isSameQuestion(each.text, question.text))
  const at = others.findIndex(isReplaced)
  return at < 0 ? [...others, question] : others.with(at, question)
}
