import { expect, test } from 'vitest'
import { withContentSecurityPolicy } from './content-security-policy.ts'

const page = (head: string) => `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head></html>`
const policyOf = (html: string) => /content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? ''
const scriptsOf = (html: string) => /script-src ([^;]*)/.exec(policyOf(html))?.[1]

test('allows the inline scripts that the page has, by their hashes, and no others', () => {
  const script = '<script>alert(1)</script>'
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  const hash = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
  expect(scriptsOf(withContentSecurityPolicy(page(script + script), ''))).toBe(`'self' ${hash}`)
  expect(scriptsOf(withContentSecurityPolicy(page('<script type="module">alert(1)</script>'), ''))).toContain(
    hash,
  )
  expect(scriptsOf(withContentSecurityPolicy(page(''), ''))).toBe("'self'")
})

test('lists no data and no files as inline scripts', () => {
  const html = page(
    '<script type="application/ld+json">{}</script><script type="module" src="/a.js"></script>',
  )
  expect(scriptsOf(withContentSecurityPolicy(html, ''))).toBe("'self'")
})

test('stands before everything that it applies to', () => {
  const html = withContentSecurityPolicy(page('<script>a</script>'), '')
  expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<script>'))
})

test('allows requests and forms to the Supabase of the environment only', () => {
  const policy = policyOf(withContentSecurityPolicy(page(''), 'https://project.supabase.co'))
  expect(policy).toContain("connect-src 'self' https://project.supabase.co;")
  expect(policy).toContain("form-action 'self' https://project.supabase.co;")
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

test('allows pictures of the site and of its media library only', () => {
  expect(policyOf(withContentSecurityPolicy(page(''), 'https://project.supabase.co'))).toContain(
    "img-src 'self' data: blob: https://project.supabase.co;",
  )
})

test('allows requests to the address of the publisher where it has one', () => {
  const policy = policyOf(withContentSecurityPolicy(page(''), '', 'https://press.example/'))
  expect(policy).toContain("connect-src 'self' https://press.example;")
  expect(policy).toContain("form-action 'self';")
})

test('refuses a page without a charset, which would have no policy', () => {
  expect(() => withContentSecurityPolicy('<html><head></head></html>', '')).toThrow('charset')
})

test('leaves a part of a page as it is', () => {
  expect(withContentSecurityPolicy('<article>Next</article>', '')).toBe('<article>Next</article>')
})
