import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

/** A real local nginx with the files of `deploy/nginx`, without TLS; what redirects to TLS has a port of its own. */
export type Nginx = Awaited<ReturnType<typeof startNginx>>

const DEPLOYED = resolve(import.meta.dirname, '../../deploy/nginx')

/**
 * Starts nginx in front of one process of Wellhead.
 * @param program where it is installed
 * @param upstream address of the process
 * @param quicker times to be shortened, in the words of the files
 */
export async function startNginx(program: string, upstream: string, quicker: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'wellhead-nginx-'))
  const port = await freePort()
  const plainPort = await freePort()
  const http2Port = await freePort()
  const site = join(folder, 'site')
  await cp(DEPLOYED, site, { recursive: true })
  const changes: [string | RegExp, string][] = [
    ['/etc/nginx/wellhead', site],
    ['/var/cache/nginx-wellhead', join(folder, 'cache')],
    ['/var/log/nginx', join(folder, 'logs')],
    [/listen 80 default_server;/, `listen 127.0.0.1:${plainPort};`],
    [/ {4}listen \[::\]:80 .*\n/, ''],
    [/listen 443 ssl http2 default_server;/, `listen 127.0.0.1:${port};`],
    [/listen \[::\]:443 ssl http2 default_server;/, `listen 127.0.0.1:${http2Port} http2;`],
    [/ {4}ssl_.*\n/g, ''],
    [/server 127\.0\.0\.1:3001/, `server ${new URL(upstream).host}`],
    [/ {4}server 127\.0\.0\.1:3002.*\n/, ''],
    ...Object.entries(quicker),
  ]
  for (const name of await readdir(site)) {
    const file = join(site, name)
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      changes.reduce((left, [from, to]) => left.replaceAll(asGlobal(from), () => to), text),
    )
  }
  await mkdir(join(folder, 'logs'))
  const main = join(folder, 'nginx.conf')
  await writeFile(main, mainFile(folder, site))
  const child = spawn(program, ['-p', folder, '-c', main, '-e', join(folder, 'logs/error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let written = ''
  child.stderr.on('data', (chunk) => {
    written += chunk
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${written}`)
    await wait(20)
  }

  return {
    url,
    /** The same over HTTP/2, as browsers ask. */
    http2Url: `http://127.0.0.1:${http2Port}`,
    /** Where every request is redirected to TLS. */
    plainUrl: `http://127.0.0.1:${plainPort}`,
    /** What nginx has written about requests so far. */
    readLog: () => readFile(join(folder, 'logs/access.log'), 'utf8'),
    /** What nginx has written about faults so far. */
    readErrorLog: () => readFile(join(folder, 'logs/error.log'), 'utf8'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function asGlobal(from: string | RegExp): string | RegExp {
  return typeof from === 'string' || from.global ? from : new RegExp(from.source, `${from.flags}g`)
}

/** The main configuration, like that of nginx's package, in its own folder. */
function mainFile(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    'daemon off;',
    `pid ${join(folder, 'nginx.pid')};`,
    'events { worker_connections 512; }',
    // As the image of nginx.org has it; Debian's package logs less.
    `error_log ${join(folder, 'logs/error.log')} notice;`,
    'http {',
    `access_log ${join(folder, 'logs/access.log')};`,
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `include ${join(site, 'wellhead.conf')};`,
    '}',
  ].join('\n')
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url, { method: 'HEAD' }).then(
    () => true,
    () => false,
  )
}
