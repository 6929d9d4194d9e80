import {
  APPLICATION_STAGE,
  APPLICATION_STAGES,
  type ApplicationStage,
} from '../../../contract/applications/application-statuses.ts'

/** `hadInterview` tells whether an interview has begun. */
type StageListProps = { stage: ApplicationStage; hadInterview: boolean }

/** The stages of an application, with the one that it has reached. A decision may come without an interview. */
export function StageList({ stage, hadInterview }: StageListProps) {
  const reached = APPLICATION_STAGES.indexOf(stage)
  const isReached = (each: ApplicationStage, index: number) =>
    index <= reached && (each !== 'interview' || stage === 'interview' || hadInterview)
  return (
    <>
      <ol aria-label="Stages" className="grid grid-cols-4 gap-1.5">
        {APPLICATION_STAGES.map((each, index) => (
          <li
            key={each}
            aria-current={index === reached ? 'step' : undefined}
            className={`border-t-4 pt-2 text-sm ${isReached(each, index) ? 'border-accent' : 'border-line text-ink-muted'} ${index === reached ? 'font-semibold' : ''}`}
          >
            {APPLICATION_STAGE[each].name}
          </li>
        ))}
      </ol>
      <p className="mt-4">{APPLICATION_STAGE[stage].note}</p>
    </>
  )
}
