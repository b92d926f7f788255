import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { type Source, read, wholeNumber } from './read-variable.ts'

/** How text may be compressed. */
export type ContentEncoding = 'br' | 'gzip'

const urlSchema = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).check(
  z.refine((text) => {
    const url = URL.parse(text)
    return url !== null && url.username + url.password + url.search + url.hash === ''
  }, 'must be an http(s) address without a user, a query or a fragment'),
)
/** The root of a host: the links of pages begin there. */
const hostSchema = urlSchema.check(
  z.refine(
    (text) => URL.parse(text)?.pathname === '/',
    'must be the http(s) address of a host without a path, such as https://magazine.example',
  ),
)
const keySchema = z.string().check(z.minLength(1))
const portSchema = wholeNumber(0, 65_535, 'must be a port number from 0 to 65535')
const booleanSchema = z.enum(['true', 'false'], 'must be true or false')
/** Encodings of text: `gzip`, `br`, or both. */
const encodingsSchema = z.enum(['none', 'gzip', 'br', 'gzip,br'], 'must be none, gzip, br or gzip,br')
const secondsSchema = wholeNumber(1, 86_400, 'must be a whole number of seconds from 1 to 86400')
/** Minimum length of the webhook secret; the database has the same limit. */
const WEBHOOK_SECRET_LENGTH = 32

/** The address of a service, which may be in a folder of its host, as browsers write it, without a slash at the end. */
export function readUrl(source: Source, name: string, fallback?: string): string {
  return new URL(read(source, name, urlSchema, fallback)).href.replace(/\/+$/, '')
}

/** The local ports and folders, which have defaults. Throws an error that names the variable that is wrong. */
export function readLocalEnv(source: Source = process.env) {
  const port = read(source, 'PORT', portSchema, '4321')
  return {
    // The site's own address, without a slash at the end.
    siteUrl: new URL(read(source, 'SITE_URL', hostSchema, `http://localhost:${port}`)).origin,
    dataDir: resolve(read(source, 'DATA_DIR', z.string(), '.local')),
    distDir: resolve(read(source, 'DIST_DIR', z.string(), 'dist')),
    // The address to listen at; null: this machine only.
    host: source.HOST?.trim() || null,
    port: Number(port),
    // Proxies whose X-Forwarded-For the local Supabase reads: IP addresses or networks.
    trustedProxies: (source.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((proxy) => proxy.trim())
      .filter(Boolean),
    supabasePort: Number(read(source, 'SUPABASE_PORT', portSchema, '54321')),
  }
}

const mailAddressSchema = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'))

/**
 * The mail server of newsletter and notifications, as variables of their edge functions; none without SMTP_HOST. Throws an error that names
 * the variable that is missing or wrong: else each mail would fail.
 */
export function readMailServer(source: Source = process.env): Record<string, string> {
  const host = source.SMTP_HOST?.trim()
  if (!host) return {}
  const user = source.SMTP_USER?.trim()
  return {
    SMTP_HOST: host,
    SMTP_PORT: read(source, 'SMTP_PORT', portSchema, '465'),
    MAIL_FROM: read(source, 'MAIL_FROM', mailAddressSchema),
    ...(user ? { SMTP_USER: user, SMTP_PASS: read(source, 'SMTP_PASS', keySchema) } : {}),
  }
}

export type LocalEnv = ReturnType<typeof readLocalEnv>

/** All settings of a process that reads content. Throws an error that names the variable that is missing or wrong. */
export function readEnv(source: Source = process.env) {
  return {
    ...readLocalEnv(source),
    supabaseUrl: readUrl(source, 'SUPABASE_URL'),
    publishableKey: read(source, 'SUPABASE_PUBLISHABLE_KEY', keySchema),
    // Set by `npm start`: whether pages ask Supabase through their own server.
    isApiPassedOn: source.API_PASSED_ON === 'true',
    // Whether a cold build makes the resized copies of pictures that its pages name.
    makesCopies: read(source, 'BUILD_COPIES', booleanSchema, 'true') === 'true',
    // Where the admin reaches the publisher; '': at the site's own address.
    publisherUrl: source.PUBLISHER_URL?.trim() ? readUrl(source, 'PUBLISHER_URL') : '',
  }
}

/**
 * Values compiled into the site's scripts. URL and key are empty when checks load the configuration without a backend.
 */
export function readSiteEnv(source: Source = process.env): ReturnType<typeof readEnv> {
  return source.SUPABASE_URL?.trim()
    ? readEnv(source)
    : {
        ...readLocalEnv(source),
        supabaseUrl: '',
        publishableKey: '',
        isApiPassedOn: false,
        makesCopies: true,
        publisherUrl: '',
      }
}

/** All settings of `npm run publisher`. Throws an error that names the variable that is missing or wrong. */
export function readPublisherEnv(source: Source = process.env) {
  const webhookSecret = source.PUBLISH_WEBHOOK_SECRET?.trim() || null
  if (webhookSecret !== null && webhookSecret.length < WEBHOOK_SECRET_LENGTH) {
    throw new Error(`PUBLISH_WEBHOOK_SECRET must have ${WEBHOOK_SECRET_LENGTH} characters or more.`)
  }
  return {
    ...readEnv(source),
    secretKey: readSecretKey(source),
    // Null: webhook calls are refused.
    webhookSecret,
    pollSeconds: Number(read(source, 'PUBLISH_POLL_SECONDS', secondsSchema, '60')),
    // False: another web server serves the site.
    serveSite: read(source, 'SERVE_SITE', booleanSchema, 'true') === 'true',
    // What text in the folder is compressed with beside the plain file, for a web server that sends such files.
    encodings: readEncodings(source),
  }
}

function readEncodings(source: Source): ContentEncoding[] {
  const encodings = read(source, 'DIST_ENCODINGS', encodingsSchema, 'none')
  return (['br', 'gzip'] as const).filter((encoding) => encodings.split(',').includes(encoding))
}

/** The secret key, which bypasses every policy; only for the publisher and scripts. */
export function readSecretKey(source: Source = process.env): string {
  return read(source, 'SUPABASE_SECRET_KEY', keySchema)
}
