import { expect, test } from 'vitest'
import { parseRedirectRules, redirectOf, redirectRule } from './redirect-rules.ts'

const REDIRECTS = {
  '/old': '/new',
  '/caf%C3%A9': '/browse?category=Kitchen+Design#list',
  '/a,b+c': '/',
  '/?p=123': '/article/x',
  '/index.php?p=12&lang=a%3Db': 'https://elsewhere.example/é è',
  '/index.php': '/browse',
}
const file = [
  ...Object.entries(REDIRECTS).map(([from, to]) => redirectRule(from, to)),
  '/admin/* /admin 200',
].join('\n')
const rules = parseRedirectRules(file)

test('the file has a line for each, in ASCII', () => {
  expect(file.split('\n')).toEqual([
    '/old /new 301',
    '/caf%C3%A9 /browse?category=Kitchen+Design#list 301',
    '/a,b+c / 301',
    '/ p=123 /article/x 301',
    '/index.php p=12 lang=a%3Db https://elsewhere.example/%C3%A9%20%C3%A8 301',
    '/index.php /browse 301',
    '/admin/* /admin 200',
  ])
})

test.each([
  ['/old', '', '/new'],
  ['/old', '?utm=1', '/new?utm=1'],
  ['/café', '?x=1', '/browse?category=Kitchen+Design#list'],
  ['/caf%c3%a9', '', '/browse?category=Kitchen+Design#list'],
  ['/cafe\u0301', '', '/browse?category=Kitchen+Design#list'],
  ['/a%2Cb%2Bc', '', '/'],
  ['/', '?p=123', '/article/x'],
  ['/', '?p=124', undefined],
  ['/', '', undefined],
  ['/index.php', '?p=12&lang=a%3db', 'https://elsewhere.example/%C3%A9%20%C3%A8'],
  ['/index.php', '?p=13', '/browse?p=13'],
  ['/admin/*', '', undefined],
])('%s with the query %j leads to %s', (path, query, target) => {
  expect(redirectOf(rules, path, query)).toBe(target)
})
