import { describe, expect, test } from 'vitest'
import { readEnv, readLocalEnv, readSecretKey } from './env.ts'

const backend = { SUPABASE_URL: 'http://127.0.0.1:54321/', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }

describe('the environment', () => {
  test('has defaults for all that is local, and the site follows its port', () => {
    expect(readLocalEnv({ PORT: '5000', DIST_DIR: '/srv/dist' })).toMatchObject({
      siteUrl: 'http://localhost:5000',
      distDir: '/srv/dist',
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

  test('the secret key is asked for by name', () => {
    expect(() => readSecretKey(backend)).toThrow('SUPABASE_SECRET_KEY is not set')
    expect(readSecretKey({ SUPABASE_SECRET_KEY: 'sb_secret_x' })).toBe('sb_secret_x')
  })
})
