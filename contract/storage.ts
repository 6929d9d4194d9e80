import * as z from 'zod'

/** Answer of the cloud-drive test (`spec.md` sections 3 and 7). */
export const storageTestSchema = z.strictObject({ connected: z.boolean(), message: z.string() })

/** Answer of the cloud-drive test. */
export type StorageTest = z.output<typeof storageTestSchema>
