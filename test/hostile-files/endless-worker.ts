import { parentPort } from 'node:worker_threads'

/** A worker thread in which every file is one whose check never ends, and never pauses. */
parentPort?.on('message', () => {
  while (Date.now() > 0);
})
