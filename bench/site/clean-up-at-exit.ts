import { readdirSync, readFileSync, rmSync } from 'node:fs'

/** How long the child processes may take to end, in milliseconds. */
const SHUTDOWN_MS = 3_000
const POLL_MS = 50

/** Removes the folder and ends every child process, however this process ends. */
export function cleanUpAtExit(folder: string): void {
  // Wait for no promise here: work in progress fails without its servers, and would end the process first.
  process.on('exit', () => {
    endChildren()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** SIGINT is a fast shutdown for PostgreSQL, and an orderly one for the program. */
function endChildren(): void {
  const children = runningChildren()
  for (const pid of children) signalProcess(pid, 'SIGINT')
  const deadline = performance.now() + SHUTDOWN_MS
  while (runningChildren().length > 0 && performance.now() < deadline) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
  for (const pid of runningChildren()) signalProcess(pid, 'SIGKILL')
}

/** Zombies stay listed until this process reads their exit status, which it never does. */
function runningChildren(): number[] {
  const threads = readdirSync('/proc/self/task')
  const children = threads.flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
  return children.filter((pid) => pid.trim() !== '' && !hasEnded(Number(pid))).map(Number)
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return true
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended meanwhile.
  }
}
