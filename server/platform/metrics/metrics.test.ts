import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { APPLICANT, applicationForm, form } from '../../../test/factories.ts'
import { freePort } from '../../../test/free-port.ts'
import { runServer, type ServerProcess } from '../../../test/run-server.ts'

/** A bucket that does not respond, so that a task stays open. */
const AWAY = {
  S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  S3_BUCKET: 'resumes',
  S3_ACCESS_KEY_ID: 'wellhead',
  S3_SECRET_ACCESS_KEY: 'much-too-secret',
}

let dataDir: string
let server: ServerProcess
let address: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-metrics-'))
  address = `127.0.0.1:${await freePort()}`
  server = await runServer({ DATA_DIR: dataDir, METRICS_ADDRESS: address, SUBMISSIONS_PER_HOUR: '0', ...AWAY })
})
afterAll(async () => {
  expect(await server.end('SIGTERM')).toBe(0)
  await rm(dataDir, { recursive: true, force: true })
})

test('an address in use stops the start with a message that names METRICS_ADDRESS', async () => {
  const second = runServer({ DATA_DIR: join(dataDir, 'another'), METRICS_ADDRESS: address })
  await expect(second).rejects.toThrow(`METRICS_ADDRESS ${address} cannot be listened on`)
})

test('the metrics count responses, submissions and open tasks, and contain no personal data', async () => {
  const submit = (body: FormData) => fetch(`${server.url}/api/submit-application`, { method: 'POST', body })
  expect((await submit(applicationForm())).status).toBe(201)
  expect((await submit(form({ ...APPLICANT }))).status).toBe(400)
  const withoutScript = { method: 'POST', body: applicationForm(), redirect: 'manual' } as const
  expect((await fetch(`${server.url}/apply`, withoutScript)).status).toBe(303)
  for (const path of ['/jobs/17', '/jobs/18', '/ana@example.com', '/assets/x.js', '/api/jobs?active=true']) {
    await fetch(server.url + path)
  }

  const read = () => fetch(`http://${address}/metrics`)
  const openTasks = async () => figureOf(await (await read()).text(), 'wellhead_outbox_open_tasks')
  // The texts of the resumes are read soon; the bucket's tasks stay.
  await vi.waitFor(async () => expect(await openTasks()).toBe(2), { timeout: 30_000, interval: 100 })
  const response = await read()
  const text = await response.text()
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  expect(figureOf(text, 'wellhead_submissions_total{form="application",outcome="accepted"}')).toBe(2)
  expect(figureOf(text, 'wellhead_submissions_total{form="application",outcome="refused"}')).toBe(1)
  expect(figureOf(text, 'wellhead_submissions_total{form="recovery",outcome="failed"}')).toBe(0)
  const responses = 'wellhead_http_request_duration_seconds_count'
  expect(figureOf(text, `${responses}{method="GET",route="/jobs/:id",status="4xx"}`)).toBe(2)
  expect(figureOf(text, `${responses}{method="GET",route="/api/jobs",status="2xx"}`)).toBe(1)
  expect(figureOf(text, `${responses}{method="GET",route="none",status="4xx"}`)).toBe(2)
  expect(figureOf(text, 'wellhead_resume_replicas{store="local",state="stored"}')).toBe(2)
  expect(figureOf(text, 'wellhead_outbox_oldest_task_age_seconds')).toBeGreaterThan(0)
  expect(figureOf(text, 'wellhead_disk_free_bytes')).toBeGreaterThan(1_000_000)
  expect(text).toContain('wellhead_nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('wellhead_process_resident_memory_bytes')
  expect(text).not.toMatch(/ana|@|Núñez|127\.0\.0\.1/)
})

test('a cached response counts like the first one', async () => {
  const again = ['GET', 'HEAD'].flatMap((method) => [1, 2, 3].map(() => method))
  for (const method of again) await (await fetch(`${server.url}/recovery`, { method })).text()
  const responses = 'wellhead_http_request_duration_seconds_count'
  for (const method of ['GET', 'HEAD']) {
    const text = await (await fetch(`http://${address}/metrics`)).text()
    expect(figureOf(text, `${responses}{method="${method}",route="/recovery",status="2xx"}`)).toBe(3)
  }
})

test('the metrics are at their own address only, and nothing else is there', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  expect((await fetch(`http://${address}/`)).status).toBe(404)
  expect((await fetch(`http://${address}/metrics`, { method: 'POST' })).status).toBe(404)
})

function figureOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}
