import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import type { Company } from '../contract/site/company.ts'
import type { FileStoreName } from '../contract/wire/file-store-names.ts'
import { logoPath, readCompany } from './platform/company/company-file.ts'
import { type GivenVariables, isOrigin, wholeNumber } from './platform/config-part.ts'
import { type PostgresSettings, postgresConfig } from './platform/database/postgres/postgres-settings.ts'
import { readTrustProxy, type TrustProxy } from './platform/http/trust-proxy.ts'
import { type InboxSettings, inboxConfig } from './platform/inbox/inbox-settings.ts'
import { type IndexNowSettings, indexNowConfig } from './platform/index-now/index-now-settings.ts'
import {
  REMOTE_STORE_VARIABLES,
  type RemoteStoresConfig,
  readRemoteStores,
} from './platform/installation/remote-stores.ts'
import { type MailSettings, mailConfig } from './platform/mail/mail-settings.ts'
import { type OidcSettings, oidcConfig } from './platform/oidc/oidc-settings.ts'
import { ConfigError } from './platform/operator-faults.ts'
import { outboundConfig } from './platform/outbound/outbound-settings.ts'
import { type ScanSettings, scanConfig } from './platform/virus-scan/scan-settings.ts'

/** How the program was started: development binds to this machine only, production to every address. */
export type Mode = 'development' | 'production'

declare module './features/feature.ts' {
  interface Services {
    config: Config
  }
}

/** All settings of the program, read once at the start. */
export type Config = {
  host: string
  port: number
  /** Absolute address under which visitors reach the site, without a trailing slash. */
  publicUrl: string
  /** Absolute path of the data folder. */
  dataDir: string
  /** The PostgreSQL database; null for SQLite in the data folder. */
  postgres: PostgresSettings | null
  /** Whether all processes on the database share the data folder. */
  isDataDirShared: boolean
  /** Proxies whose forwarded addresses are trusted. */
  trustProxy: TrustProxy
  /** Applications and resubmissions accepted from one address in an hour; 0 is no limit. */
  submissionsPerHour: number
  /** Free space to keep on the disk of the data folder, in bytes; 0 for no limit. */
  minFreeDiskBytes: number
  /** Secret that the first-admin setup requires; null for a generated one. */
  setupToken: string | null
  /** Seals the keys of receipts in the database; null when they are in the data folder. */
  secretKey: string | null
  logLevel: (typeof LOG_LEVELS)[number]
  /** The primary store: it has the file before an application is accepted. */
  primaryStore: FileStoreName
  remoteStores: RemoteStoresConfig
  /** Whether a local file stays once every remote store has its replica. */
  keepsLocal: boolean
  /** Address of the metrics endpoint for Prometheus; null without one. */
  metrics: { host: string; port: number } | null
  /** The virus scanner; null without one. */
  virusScan: ScanSettings | null
  /** How mail leaves; null without a mail server. */
  mail: MailSettings | null
  /** The mailbox of replies; null where none is read. */
  inbox: InboxSettings | null
  /** The provider of company accounts; null where people sign in with what they have here alone. */
  oidc: OidcSettings | null
  /** How changed postings are announced to search engines; null where they are not. */
  indexNow: IndexNowSettings | null
  /** Names of hosts in private networks to which webhooks may be sent; null for none. */
  webhookPrivateHosts: string[] | null
  company: Company
  /** Whether no company file was named, so that the example's company is shown. */
  isExampleCompany: boolean
  /** Parts of the landing page that the company file leaves to the built-in texts. */
  builtInTexts: string[]
  /** Absolute path of the company's own logo. */
  logoFile: string | null
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const MEGABYTE = 1024 * 1024
/** Listening on these takes a port on every address. */
const ANY_ADDRESS = ['0.0.0.0', '::']
/** Where `localhost` leads. */
const LOCALHOST = [...ANY_ADDRESS, '127.0.0.1', '::1', 'localhost']
const EXAMPLE_COMPANY = resolve(import.meta.dirname, '../company.example.json')

const environmentSchema = z.object({
  HOST: z.string().refine(isHost, 'HOST must be an address of this machine, such as 127.0.0.1').optional(),
  PORT: wholeNumber('PORT', 0, 65_535).default(3000),
  PUBLIC_URL: z.string().refine(isOrigin, 'PUBLIC_URL must be an http or https address without a path').optional(),
  DATA_DIR: z.string().default('./data'),
  TRUST_PROXY: z.string().default('false').transform(readTrustProxy),
  SUBMISSIONS_PER_HOUR: wholeNumber('SUBMISSIONS_PER_HOUR', 0, 1_000_000).default(60),
  MIN_FREE_DISK_MB: wholeNumber('MIN_FREE_DISK_MB', 0, 1_000_000_000).default(200),
  SETUP_TOKEN: z.string().min(16, 'SETUP_TOKEN must have at least 16 characters').optional(),
  SECRET_KEY: z.string().min(32, 'SECRET_KEY must have at least 32 characters: openssl rand -base64 32').optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  METRICS_ADDRESS: z.string().transform(readAddress).optional(),
  COMPANY_FILE: z.string().default(EXAMPLE_COMPANY),
})

/** Names of the environment variables that the configuration is read from. */
export const CONFIG_VARIABLES = [
  ...Object.keys(environmentSchema.shape),
  ...[postgresConfig, scanConfig, mailConfig, inboxConfig, oidcConfig, indexNowConfig, outboundConfig].flatMap(
    ({ variables }) => variables,
  ),
  ...REMOTE_STORE_VARIABLES,
]

/**
 * Reads the configuration; no other file reads these variables. An empty value counts as absent.
 * @param environment normally `process.env`
 * @throws {ConfigError} with every fault at once
 */
export function readConfig(environment: GivenVariables, mode: Mode): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  const company = readCompany(given.COMPANY_FILE ?? EXAMPLE_COMPANY)
  const host = given.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1')
  const postgres = postgresConfig.read(given)
  const virusScan = scanConfig.read(given)
  const mail = mailConfig.read(given)
  const inbox = inboxConfig.read(given)
  const oidc = oidcConfig.read(given)
  const indexNow = indexNowConfig.read(given)
  const outbound = outboundConfig.read(given)
  const remoteStores = readRemoteStores(given)
  const faults = [
    ...(parsed.error?.issues.map((issue) => issue.message) ?? []),
    ...metricsFaults(given, host),
    ...[postgres, virusScan, mail, inbox, oidc, indexNow, outbound, ...Object.values(remoteStores)].flatMap(
      (part) => part.faults,
    ),
    ...secretKeyFaults(given),
    ...company.faults,
  ]
  if (!parsed.success || !company.value || faults.length > 0) throw new ConfigError(faults)

  const settings = parsed.data
  const isDataDirShared = given.DATA_DIR_SHARED === 'true'
  return {
    host,
    port: settings.PORT,
    publicUrl: new URL(settings.PUBLIC_URL ?? localUrl(host, settings.PORT)).origin,
    dataDir: resolve(settings.DATA_DIR),
    postgres: postgres.settings,
    isDataDirShared,
    trustProxy: settings.TRUST_PROXY,
    submissionsPerHour: settings.SUBMISSIONS_PER_HOUR,
    minFreeDiskBytes: settings.MIN_FREE_DISK_MB * MEGABYTE,
    setupToken: settings.SETUP_TOKEN ?? null,
    secretKey: settings.SECRET_KEY ?? null,
    logLevel: settings.LOG_LEVEL,
    primaryStore: postgres.settings && remoteStores.s3.settings && !isDataDirShared ? 's3' : 'local',
    remoteStores,
    keepsLocal: given.GOOGLE_DRIVE_KEEP_LOCAL !== 'false',
    metrics: settings.METRICS_ADDRESS ?? null,
    virusScan: virusScan.settings,
    mail: mail.settings,
    inbox: inbox.settings,
    oidc: oidc.settings,
    indexNow: indexNow.settings,
    webhookPrivateHosts: outbound.settings,
    company: company.value,
    isExampleCompany: settings.COMPANY_FILE === EXAMPLE_COMPANY,
    builtInTexts: company.builtInTexts,
    logoFile: logoPath(settings.COMPANY_FILE, company.value),
  }
}

/** Processes with a bucket have no folder in common, in which the keys of receipts could be. */
function secretKeyFaults({ DATABASE_URL, S3_BUCKET, DATA_DIR_SHARED, SECRET_KEY }: GivenVariables) {
  if (!DATABASE_URL || !S3_BUCKET || DATA_DIR_SHARED === 'true' || SECRET_KEY) return []
  return [
    'SECRET_KEY is needed with DATABASE_URL and S3_BUCKET, the same for every process: it seals the keys of receipts. Make one with openssl rand -base64 32',
  ]
}

/** The metrics endpoint needs its own address. */
function metricsFaults(given: GivenVariables, host: string): string[] {
  const port = environmentSchema.shape.PORT.safeParse(given.PORT).data
  const metrics = environmentSchema.shape.METRICS_ADDRESS.safeParse(given.METRICS_ADDRESS).data
  if (!metrics || metrics.port === 0 || metrics.port !== port) return []
  const isApart = metrics.host !== host && ![metrics.host, host].some((one) => ANY_ADDRESS.includes(one))
  return isApart ? [] : ['METRICS_ADDRESS is where the site itself listens: name another port than PORT']
}

/** The default of `PUBLIC_URL`: the listening address, or localhost when the server listens at several. */
function localUrl(host: string, port: number): string {
  const url = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
  return LOCALHOST.includes(host) || !URL.canParse(url) ? `http://localhost:${port}` : url
}

/** Whether a text is an IP address or a host name. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[\w-]+(\.[\w-]+)*\.?$/.test(text)
}

/** Parses host and port; an IPv6 host is in brackets. */
function readAddress(text: string, context: z.RefinementCtx): NonNullable<Config['metrics']> {
  const [, bracketed, plain, port] = /^(?:\[([\da-fA-F:]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  if (host && Number(port) <= 65_535) return { host, port: Number(port) }
  context.addIssue({ code: 'custom', message: 'METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464' })
  return z.NEVER
}
