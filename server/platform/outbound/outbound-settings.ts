import * as z from 'zod'
import { configPart } from '../config-part.ts'

const HOSTS = 'WEBHOOK_PRIVATE_HOSTS must be host names parted by commas, such as hooks.internal'

/** The part of the configuration about what owners may have requests sent to: names of hosts in private networks. */
export const outboundConfig = configPart(
  {
    WEBHOOK_PRIVATE_HOSTS: z
      .string()
      .regex(/^[A-Za-z0-9.-]{1,253}(?: ?, ?[A-Za-z0-9.-]{1,253}){0,49}$/, HOSTS)
      .optional(),
  },
  {
    settings: ({ WEBHOOK_PRIVATE_HOSTS: hosts }): string[] =>
      hosts === undefined ? [] : hosts.split(',').map((host) => host.trim().toLowerCase()),
  },
)
