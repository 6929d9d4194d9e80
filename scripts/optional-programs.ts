import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallPackages, installPackages } from './debian-package.ts'
import { isExecutable } from './is-executable.ts'

/** Real programs that some tests put beside Wellhead, and Debian's packages of them. Without one, its tests are skipped. */
const PACKAGES = { clamd: 'clamav-daemon', nginx: 'nginx-light', pgbouncer: 'pgbouncer' }

/** Where daemons are, which is not on everybody's PATH. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin']

/** A machine with this file, such as a container, starts no service when its package is installed. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'

/** Where a program is; undefined, and a line on standard error, where it is not installed. */
export function findOptional(program: keyof typeof PACKAGES): string | undefined {
  const found = find(program)
  if (!found) {
    console.error(
      `${program} is not installed, so the tests that need it are skipped (Debian: apt-get install ${PACKAGES[program]}).`,
    )
  }
  return found
}

/** Installs Debian's where one is missing, and that is possible without asking and starts no service. The tests run without it as well. */
export function installOptionalIfMissing(): void {
  const missing = Object.entries(PACKAGES).filter(([program]) => !find(program))
  if (missing.length === 0 || !canInstallPackages() || !existsSync(SERVICE_POLICY)) return
  console.log(`Installing from Debian for the tests: ${missing.map(([program]) => program).join(', ')}.`)
  try {
    installPackages(missing.map(([, name]) => name))
  } catch (error) {
    console.error(`That failed, so some tests are skipped: ${(error as Error).message}`)
  }
}

function find(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...DAEMONS]
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}
