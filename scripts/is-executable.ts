import { accessSync, constants } from 'node:fs'

/** Whether a path is that of a program that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
