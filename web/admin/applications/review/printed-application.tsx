import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Application } from '../../../../contract/applications/application.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { GivenAnswers } from '../../questions/given-answers.tsx'
import { Facts } from '../details/facts.tsx'
import { ResumeWords, resumeTextQuery, WITHOUT_TEXT } from './resume/extracted-text.tsx'

/** A browser waits for nothing before it prints: the text is read once an application is looked at for so long. In milliseconds. */
const LOOKED_AT_MS = 1_000

type PrintedProps = { application: Application; position: string | undefined }

/** What a print of the review page has: the person, and the resume as text. In the page only while it is printed. */
export function PrintedApplication({ application, position }: PrintedProps) {
  const isPrinting = usePrinting()
  const text = useResumeText(application)
  if (!isPrinting) return null
  const { name, id, feedback, resume } = application
  return (
    <article className="printed-alone printed-application" dir="auto">
      <h1>
        <bdi>{name}</bdi>
      </h1>
      <p>
        {position && <bdi>{position}, </bdi>}
        {formatReference('APP', id)}
      </p>
      <Facts application={application} hidden={['name', 'answered']} />
      <GivenAnswers questionAnswers={application.questionAnswers} />
      {feedback && (
        <section>
          <h2>Feedback</h2>
          <p className="whitespace-pre-wrap">{feedback}</p>
        </section>
      )}
      {resume && (
        <section>
          <h2>Resume</h2>
          {text?.state === 'extracted' && <ResumeWords text={text.text} />}
          {text && text.state !== 'extracted' && <p>{WITHOUT_TEXT[text.state]}</p>}
          {!text && <p>The text of the resume is not loaded yet. Print again in a moment.</p>}
        </section>
      )}
    </article>
  )
}

/** Whether the page is being printed, also before the browser takes what it prints. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    window.addEventListener('beforeprint', () => flushSync(() => setPrinting(true)), { signal })
    window.addEventListener('afterprint', () => setPrinting(false), { signal })
    return () => ending.abort()
  }, [])
  return isPrinting
}

/** The text of a resume, read when its application has been looked at for a moment: who moves on at once reads none. */
function useResumeText(application: Application) {
  const { token } = useAuth()
  const { id, resume } = application
  const [lookedAt, setLookedAt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setLookedAt(id), LOOKED_AT_MS)
    return () => clearTimeout(timer)
  }, [id])
  const isReadable = resume !== null && resume.scan !== 'infected'
  const { data } = useQuery({ ...resumeTextQuery(token, application), enabled: isReadable && lookedAt === id })
  return data
}
