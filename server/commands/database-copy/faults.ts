import { isDamage } from '../../platform/database/sqlite/sound-database.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'

/**
 * Takes a step of which the operator may have to hear, along with all else that is wrong.
 * @param faults is added to
 * @returns undefined when the step was not possible
 */
export async function orFault<Result>(
  faults: string[],
  step: () => Promise<Result> | Result,
): Promise<Result | undefined> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof CommandFault || error instanceof StartFault || isDamage(error))) throw error
    faults.push(error.message)
    return undefined
  }
}

/** Everything that stands in the way, in one message. */
export function refusal(faults: string[]): CommandFault {
  return new CommandFault(`Nothing was copied:\n- ${faults.join('\n- ')}`)
}
