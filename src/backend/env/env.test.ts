import { describe, expect, test } from 'vitest'
import { readEnv, readLocalEnv, readMailServer, readPublisherEnv, readSecretKey, readSiteEnv } from './env.ts'

const backend = { SUPABASE_URL: 'http://127.0.0.1:54321/', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }

describe('the environment', () => {
  test('has defaults for a local magazine; the site’s address follows the port', () => {
    expect(readLocalEnv({ PORT: '5000', DIST_DIR: '/srv/dist' })).toMatchObject({
      siteUrl: 'http://localhost:5000',
      distDir: '/srv/dist',
      host: null,
      trustedProxies: [],
      port: 5000,
      supabasePort: 54321,
    })
  })

  test('is read whole, addresses without a slash at the end', () => {
    expect(readEnv({ ...backend, SITE_URL: 'https://mantel.example/' })).toMatchObject({
      supabaseUrl: 'http://127.0.0.1:54321',
      publishableKey: 'sb_publishable_x',
      siteUrl: 'https://mantel.example',
    })
  })

  test.each([
    ['SUPABASE_URL', { SUPABASE_URL: undefined }],
    ['SUPABASE_URL', { SUPABASE_URL: 'not an address' }],
    ['SUPABASE_PUBLISHABLE_KEY', { SUPABASE_PUBLISHABLE_KEY: ' ' }],
    ['SITE_URL', { SITE_URL: 'ftp://mantel.example' }],
    ['PORT', { PORT: '65536' }],
    ['SUPABASE_PORT', { SUPABASE_PORT: 'http' }],
  ])('names %s when it is missing or wrong', (name, change) => {
    expect(() => readEnv({ ...backend, ...change })).toThrow(name)
  })

  test.each([
    'https://mantel.example/blog',
    'https://mantel.example/blog/',
    'https://mantel.example//',
    'https://mantel.example/?preview',
    'https://mantel.example/#top',
    'https://ines:secret@mantel.example',
  ])('refuses %s as the site’s address, of which pages could keep only the host', (siteUrl) => {
    expect(() => readLocalEnv({ SITE_URL: siteUrl })).toThrow(/^SITE_URL must be .* without a/)
  })

  test.each([
    ['HTTPS://Mantel.Example:443/', 'https://mantel.example'],
    ['https://möbel.example', 'https://xn--mbel-5qa.example'],
  ])('writes the site’s address %s as browsers do', (siteUrl, written) => {
    expect(readLocalEnv({ SITE_URL: siteUrl }).siteUrl).toBe(written)
  })

  test('other services may be in a folder of their host, and no address has a query', () => {
    const folders = {
      SUPABASE_URL: 'https://mantel.example/supabase/',
      PUBLISHER_URL: 'https://mantel.example/press/',
    }
    expect(readEnv({ ...backend, ...folders })).toMatchObject({
      supabaseUrl: 'https://mantel.example/supabase',
      publisherUrl: 'https://mantel.example/press',
    })
    for (const name of Object.keys(folders))
      expect(() => readEnv({ ...backend, [name]: 'https://mantel.example/?key=1' })).toThrow(
        `${name} must be an http(s) address without a user, a query or a fragment`,
      )
  })

  test('addresses are written as browsers write them, with which addresses of files are compared', () => {
    expect(readEnv({ ...backend, SUPABASE_URL: 'HTTPS://X.Supabase.co:443/' }).supabaseUrl).toBe(
      'https://x.supabase.co',
    )
  })

  test('the publisher is at the site’s own address unless another is named', () => {
    expect(readEnv(backend).publisherUrl).toBe('')
    expect(readEnv({ ...backend, PUBLISHER_URL: 'https://press.example/' }).publisherUrl).toBe(
      'https://press.example',
    )
  })

  test('a missing secret key is named in the error', () => {
    expect(() => readSecretKey(backend)).toThrow('SUPABASE_SECRET_KEY is not set')
    expect(readSecretKey({ SUPABASE_SECRET_KEY: 'sb_secret_x' })).toBe('sb_secret_x')
  })

  test('of the site is the same in the browser as in the publisher, and may be without a backend', () => {
    const source = { ...backend, SITE_URL: '', PORT: '5000' }
    expect(readSiteEnv(source)).toEqual(readEnv(source))
    expect(readSiteEnv({ SUPABASE_URL: '' })).toMatchObject({ supabaseUrl: '', publishableKey: '' })
    expect(() => readSiteEnv({ SUPABASE_URL: 'x' })).toThrow('SUPABASE_URL')
  })
})

describe('the environment of the publisher', () => {
  const publisher = { ...backend, SUPABASE_SECRET_KEY: 'sb_secret_x' }
  const webhook = 'x'.repeat(32)

  test('has defaults for the webhook, the poll interval and serving', () => {
    expect(readPublisherEnv(publisher)).toMatchObject({
      secretKey: 'sb_secret_x',
      webhookSecret: null,
      pollSeconds: 60,
      serveSite: true,
      encodings: [],
    })
    expect(
      readPublisherEnv({
        ...publisher,
        PUBLISH_WEBHOOK_SECRET: webhook,
        PUBLISH_POLL_SECONDS: '3600',
        SERVE_SITE: 'false',
        DIST_ENCODINGS: 'gzip,br',
      }),
    ).toMatchObject({
      webhookSecret: webhook,
      pollSeconds: 3600,
      serveSite: false,
      encodings: ['br', 'gzip'],
    })
  })

  test('refuses an encoding that there is not', () => {
    expect(() => readPublisherEnv({ ...publisher, DIST_ENCODINGS: 'zip' })).toThrow(
      'DIST_ENCODINGS must be none, gzip, br or gzip,br, but it is "zip".',
    )
  })

  test.each(['no', '0', 'False'])('refuses %s where true or false is asked for', (answer) => {
    expect(() => readPublisherEnv({ ...publisher, SERVE_SITE: answer })).toThrow(
      `SERVE_SITE must be true or false, but it is "${answer}".`,
    )
  })

  test.each(['abc', '0', '-5', '1.5', '86401'])('refuses %s as the poll interval', (seconds) => {
    expect(() => readPublisherEnv({ ...publisher, PUBLISH_POLL_SECONDS: seconds })).toThrow(
      'PUBLISH_POLL_SECONDS must be a whole number of seconds',
    )
  })

  test('refuses a short webhook secret, and does not print it', () => {
    const short = 'known to none'
    const attempt = () => readPublisherEnv({ ...publisher, PUBLISH_WEBHOOK_SECRET: short })
    expect(attempt).toThrow('PUBLISH_WEBHOOK_SECRET must have 32 characters')
    expect(attempt).not.toThrow(short)
  })
})

describe('the mail server', () => {
  const server = { SMTP_HOST: 'mail.example', MAIL_FROM: 'letters@mantel.example' }

  test('is none without SMTP_HOST, and has the port 465', () => {
    expect(readMailServer({ MAIL_FROM: 'letters@mantel.example', SMTP_PORT: 'x' })).toEqual({})
    expect(readMailServer({ ...server, SMTP_PORT: '' })).toEqual({ ...server, SMTP_PORT: '465' })
    const account = { SMTP_USER: 'me', SMTP_PASS: 'secret' }
    expect(readMailServer({ ...server, ...account })).toMatchObject(account)
  })

  test.each([
    [{ SMTP_PORT: 'abc' }, /^SMTP_PORT must be a port number/],
    [{ SMTP_PORT: '70000' }, /^SMTP_PORT must be a port number/],
    [{ MAIL_FROM: '' }, /^MAIL_FROM is not set/],
    [{ MAIL_FROM: 'letters' }, /^MAIL_FROM must be an e-mail address/],
    [{ SMTP_USER: 'me' }, /^SMTP_PASS is not set/],
  ])('is refused with the name of the variable: %o', (more, message) => {
    expect(() => readMailServer({ ...server, ...more })).toThrow(message)
  })
})
