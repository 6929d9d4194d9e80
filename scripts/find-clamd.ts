import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { canInstallPackages, installPackage } from './debian-package.ts'

/** Debian has it where only root looks for programs. */
const COMMANDS = ['clamd', '/usr/sbin/clamd']
/** A machine with this file, such as a container, starts no service when its package is installed. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'

/** Finds ClamAV's daemon for the test against it; undefined where it is not installed. */
export function findClamd(): string | undefined {
  return COMMANDS.find((command) => spawnSync(command, ['--version']).status === 0)
}

/** Installs Debian's clamd where that is possible without asking and starts no service; says so where it is not. */
export function installClamdIfPossible(): void {
  if (findClamd()) return
  if (canInstallPackages() && existsSync(SERVICE_POLICY)) {
    console.log('No clamd found: installing the one of Debian.')
    installPackage('clamav-daemon')
  } else {
    console.log('No clamd found, so the test against it is skipped (Debian: apt-get install clamav-daemon).')
  }
}
