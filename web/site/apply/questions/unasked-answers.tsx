/** What was answered to questions that the posting does not ask any more: no text is lost, and none counts for another question. */
export function UnaskedAnswers({ answers }: { answers: readonly string[] }) {
  if (answers.length === 0) return null
  return (
    <section aria-label="Answers that are not sent" className="border-signal-amber border-l-4 pl-4 sm:col-span-2">
      <p>The questions have changed. These answers belong to none of them, so they are not sent:</p>
      <ul className="mt-2 grid list-none gap-2 p-0">
        {answers.map((answer) => (
          <li key={answer} className="own-direction wrap-anywhere whitespace-pre-wrap">
            {answer}
          </li>
        ))}
      </ul>
    </section>
  )
}
