import { expect, test } from 'vitest'
import { isEmail, withAsciiDomain } from './email.ts'

test.each([
  ...[
    'anna@example.com',
    'ANNA@Example.COM',
    "o'neil@example.org",
    'a+b@example.org',
    'a.b-c_d@x-y.example.org',
  ],
  ...['bob&ann@example.org', 'user!x@example.org', 'x=y@example.org', 'a/b@example.org', "ann'@example.org"],
  ...['taro..yamada.@example.jp', '{a|b}~`^$%*?#@example.org', '1@2.example', 'a@b.co', 'a@example.museum'],
  ...[
    'ivan@xn--80a1acny.xn--p1ai',
    'ivan@почта.рф',
    'info@räucher.de',
    'info@例え.テスト',
    'a@ไทย.ไทย',
    'a@देवनागरी.भारत',
  ],
])('%s is a mail address', (text) => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  ...[
    '',
    'anna',
    'anna@',
    '@example.org',
    'anna@example',
    'anna@localhost',
    'a b@example.org',
    'a@b@example.org',
  ],
  ...[
    'anna@example..org',
    'anna@.org',
    'anna@-x.org',
    'anna@x-.org',
    'anna@example.o',
    'anna@1.2.3.4',
    'a@x.org.',
  ],
  ...[
    '"a"@example.org',
    'a,b@example.org',
    'a;b@example.org',
    'a<b>@example.org',
    'a@exa_mple.org',
    'ann\n@example.org',
  ],
  ...['jürgen@example.org', 'Anna <anna@example.org>', 'mailto:anna@example.org', `a@${'x'.repeat(64)}.org`],
])('%j is none', (text) => {
  expect(isEmail(text)).toBe(false)
})

test.each([
  ['info@münchen.de', 'info@xn--mnchen-3ya.de'],
  ['Ivan@Почта.рф', 'Ivan@xn--80a1acny.xn--p1ai'],
  ['Anna@Example.org', 'Anna@Example.org'],
])('%s is stored as %s', (typed, stored) => {
  expect(withAsciiDomain(typed)).toBe(stored)
})
