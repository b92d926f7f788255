import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withContentSecurityPolicy } from './content-security-policy.ts'

const OWN = 'alert(1)'
// printf 'alert(1)' | openssl dgst -sha256 -binary | base64
const OWN_HASH = "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"
const settings = { supabaseUrl: '', scripts: new Set([OWN]) }

const page = (head: string, body = '') =>
  `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`
const policyOf = (html: string) => /content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? ''
const scriptsOf = (html: string) => /script-src ([^;]*)/.exec(policyOf(html))?.[1]
const write = (html: string, others = {}) => withContentSecurityPolicy(html, { ...settings, ...others })

test('allows the inline scripts of the code that the page has, by their hashes, and no others', () => {
  const script = `<script>${OWN}</script>`
  expect(scriptsOf(write(page(script + script)))).toBe(`'self' ${OWN_HASH}`)
  expect(scriptsOf(write(page(`<script type="module">${OWN}</script>`)))).toContain(OWN_HASH)
  expect(scriptsOf(write(page('')))).toBe("'self'")
})

test('allows frames of the sites whose films and sounds a page has, and of no others', () => {
  const framesOf = (body: string) => /frame-src ([^;]*)/.exec(policyOf(write(page('', body))))?.[1]
  expect(framesOf('<p>Words</p>')).toBe("'self'")
  const film = '<a data-player="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1">Film</a>'
  expect(framesOf(film + film)).toBe("'self' https://www.youtube-nocookie.com")
  expect(framesOf('<a data-player="https://evil.example/embed">Film</a>')).toBe("'self'")
})

test('lists no data and no files as inline scripts', () => {
  const html = page(
    '<script type="application/ld+json">{"name":"<script>"}</script><script type="module" src="/_astro/a.B-1_x.js"></script>',
  )
  expect(scriptsOf(write(html.replace('<script>"', '\\u003cscript\\u003e"')))).toBe("'self'")
  expect(scriptsOf(write(html))).toBe("'self'")
})

/** What somebody could bring into a page, and what the report quotes of it. */
const INJECTED: [html: string, quoted: string][] = [
  ['<script>alert(2)</script>', 'alert(2)'],
  ['<SCRIPT type=module>alert(2)</SCRIPT >', 'alert(2)'],
  [`<script nonce>${OWN}</script>`, OWN],
  [`<script>alert(2)//<script>${OWN}</script>`, 'alert(2)'],
  ['<script type="importmap">{"imports":{}}</script>', '{"imports":{}}'],
  ['<script type="application/ld+json" type="x"></script><script>alert(2)', 'alert(2)'],
  ['<script src="https://evil.example/a.js"></script>', 'https://evil.example/a.js'],
  ['<script type="module" src="/media/a.js"></script>', '/media/a.js'],
  ['<svg><script href="data:,alert(2)"></script></svg>', ''],
  ['<template><script>alert(2)</script></template>', 'alert(2)'],
  ['<img src=x onerror=alert(2)>', 'onerror="alert(2)"'],
  ['<svg/onload=alert(2)>', 'onload="alert(2)"'],
  ['<a href="javascript:alert(2)">x</a>', 'javascript:alert(2)'],
  ['<a href=" java&#10;script&colon;alert(2)">x</a>', 'javascript:alert(2)'],
  ['<a href="&#106;avascript:alert(2)">x</a>', 'javascript:alert(2)'],
  ['<form action="JavaScript:alert(2)"></form>', 'JavaScript:alert(2)'],
  ['<iframe srcdoc="<script>alert(2)</script>"></iframe>', 'srcdoc="<script>alert(2)</script>"'],
  ['<iframe src="javascript:alert(2)"></iframe>', 'javascript:alert(2)'],
]

test('refuses a page with a script that is not of the code, quoting its beginning', () => {
  for (const [html, quoted] of INJECTED) {
    const message = `has a script that is not one of the site's: ${quoted}`
    expect(() => write(page('', html)), html).toThrow(message)
    expect(() => write(`<article>${html}</article>`), html).toThrow(message)
  }
  expect(() => write(page('', `<script>${'x'.repeat(1_000)}</script>`))).toThrow(/: x{60}$/)
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

test('gives no hash to injected scripts, wherever they are in the page', () => {
  const places: ((injected: string) => string)[] = [
    (injected) => page(injected),
    (injected) => page(`<title>${injected}</title><style>p{}</style>`, `<p>${injected}</p>`),
    (injected) => page(`<style>${injected}</style>`),
    (injected) => page('', `<p title="${injected}">A room</p>`),
    (injected) => page('', `<!-- ${injected} --><script>${OWN}</script>`),
    (injected) => page('', `<script>${OWN}</script>${injected}<script>${OWN}</script>`),
  ]
  const breakOut = fc.constantFrom('', '">', "'>", '-->', '</title>', '</style>', '</script>', '</textarea>')
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      breakOut,
      fc.constantFrom('', ' type="module"', ' type=text/javascript', '\n', ' x=">"'),
      fc.string({ minLength: 1, unit: 'grapheme-ascii' }),
      (place, before, attributes, code) => {
        fc.pre(code !== OWN)
        let html: string
        try {
          html = write(place(`${before}<script${attributes}>${code}</script>`))
        } catch (error) {
          expect(String(error)).toContain("a script that is not one of the site's")
          return
        }
        expect(policyOf(html)).not.toContain(hashOf(code))
        expect([undefined, "'self'", `'self' ${OWN_HASH}`]).toContain(scriptsOf(html))
      },
    ),
    { numRuns: 2_000 },
  )
})

test('publishes text that only looks like a script', () => {
  for (const [html] of INJECTED) {
    const text = escaped(html)
    const whole = page(
      `<title>${text}</title><meta name="description" content="${text}">`,
      `<h1>${text}</h1><img alt="${text}" src="/_images/a.avif"><div data-props="${text}"></div>`,
    )
    expect(scriptsOf(write(whole)), html).toBe("'self'")
  }
  const words = page('', '<p>JavaScript: on = on, onclick=alert(1)</p><a href="jars?a=1&#38;b">jars</a>')
  expect(scriptsOf(write(words))).toBe("'self'")
})

test('precedes everything that it applies to', () => {
  const html = write(page(`<script>${OWN}</script>`))
  expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<script>'))
})

test('allows requests and forms to the Supabase of the environment only', () => {
  const policy = policyOf(write(page(''), { supabaseUrl: 'https://project.supabase.co' }))
  expect(policy).toContain("connect-src 'self' https://project.supabase.co;")
  expect(policy).toContain("form-action 'self' https://project.supabase.co;")
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'")
})

test('allows pictures of the site and of its media library only', () => {
  expect(policyOf(write(page(''), { supabaseUrl: 'https://project.supabase.co' }))).toContain(
    "img-src 'self' data: blob: https://project.supabase.co;",
  )
})

test('allows requests to the address of the publisher where it has one', () => {
  const policy = policyOf(write(page(''), { publisherUrl: 'https://press.example/' }))
  expect(policy).toContain("connect-src 'self' https://press.example;")
  expect(policy).toContain("form-action 'self';")
})

test('refuses a page without a charset, which would have no policy', () => {
  expect(() => write('<html><head></head></html>')).toThrow('charset')
})

test('leaves a part of a page as it is', () => {
  expect(write('<article>Next</article>')).toBe('<article>Next</article>')
})
