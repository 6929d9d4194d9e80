import * as z from 'zod'

/** The environment variables that are set; an empty one counts as absent. */
export type GivenVariables = Readonly<Record<string, string | undefined>>

/** One part of the configuration, such as that of mail. */
export type ConfigPart<Settings> = {
  /** Names of its environment variables. */
  variables: string[]
  /** Reads the settings; null where the part is not configured. `faults` are messages for the operator. */
  read(given: GivenVariables): { settings: Settings | null; faults: string[] }
}

/**
 * Makes a part of the configuration.
 * @param shape one schema for each environment variable, whose message names the variable
 * @param part.settings what follows from variables that are each valid
 * @param part.faults what is wrong with the variables taken together
 */
export function configPart<Shape extends z.ZodRawShape, Settings>(
  shape: Shape,
  part: {
    settings(environment: z.output<z.ZodObject<Shape>>): Settings | null
    faults?(given: GivenVariables): string[]
  },
): ConfigPart<Settings> {
  return {
    variables: Object.keys(shape),
    read: (given) => {
      const { data, error } = z.object(shape).safeParse(given)
      const faults = [...(error?.issues.map(({ message }) => message) ?? []), ...(part.faults?.(given) ?? [])]
      return { settings: data ? part.settings(data) : null, faults }
    },
  }
}

/** A variable that is `true` or `false`. */
export function trueOrFalse(name: string, otherwise: boolean) {
  return z
    .enum(['true', 'false'], `${name} must be true or false`)
    .default(otherwise ? 'true' : 'false')
    .transform((text) => text === 'true')
}

/** A variable that is a whole number. */
export function wholeNumber(name: string, minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number, ${minimum} or more`)
    .transform(Number)
    .refine((n) => n >= minimum && n <= maximum, `${name} must be between ${minimum} and ${maximum}`)
}

/** Whether a text is an http or https address without a path. */
export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, href } = new URL(text)
  return /^https?:$/.test(protocol) && href === `${origin}/`
}
