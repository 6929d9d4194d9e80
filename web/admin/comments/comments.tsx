import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useMay } from '../../session/use-may.ts'
import { AskedColleagues } from '../colleague-questions/asked-colleagues.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentLine } from './comment-line.tsx'
import { commentsQuery } from './comments-api.ts'
import './comments.css'

/** What colleagues write to each other about an applicant, and the form for one more. */
export function Comments({ application }: { application: Application }) {
  const { id, jobId } = application
  const { token } = useAuth()
  const may = useMay()
  const query = useQuery(commentsQuery(token, id))
  return (
    <section aria-labelledby="comments" className="grid gap-3">
      <h3 id="comments" className="text-base">
        Comments
      </h3>
      <Loaded
        query={query}
        loading={
          <p role="status" className="min-h-34 max-md:min-h-30">
            Loading comments...
          </p>
        }
        failure="The comments could not be loaded."
      >
        {({ comments, viewers }) => (
          <>
            {comments.length > 0 && (
              <ol aria-label="Comments, oldest first" className="grid list-none gap-4 p-0">
                {comments.map((comment) => (
                  <CommentLine key={comment.id} comment={comment} applicationId={id} people={viewers} />
                ))}
              </ol>
            )}
            {may(APPLICATIONS.assess, jobId) && <CommentForm key={id} applicationId={id} people={viewers} />}
          </>
        )}
      </Loaded>
      <AskedColleagues application={application} />
    </section>
  )
}
