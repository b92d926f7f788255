import { expect, test } from 'vitest'
import { redirectFormSchema, normalizeAddress } from './redirect.ts'

const ORIGINS = ['https://mantel.example', 'http://localhost:4321']

test.each([
  [' /summer-2019/ ', '/summer-2019'],
  ['//summer//2019', '/summer/2019'],
  ['/', '/'],
  ['/story?utm_source=x#top', '/story?utm_source=x'],
  ['http://localhost:4321/article/x?a=1', '/article/x?a=1'],
  ['https://mantel.example?p=123', '/?p=123'],
  ['/2019/05/café-zürich/', '/2019/05/caf%C3%A9-z%C3%BCrich'],
  ['/cafe\u0301', '/caf%C3%A9'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/blog/hello world', '/blog/hello%20world'],
  ["/it's-here,a+b", "/it's-here,a+b"],
  ['/index.php?q=a b', '/index.php?q=a+b'],
  ['https://mantel.example', '/'],
  ['https://mantel.example.org/a/', 'https://mantel.example.org/a/'],
  ['summer', 'summer'],
])('the address %j is stored as %j', (typed, stored) => {
  expect(normalizeAddress(typed, ORIGINS)).toBe(stored)
})

test.each([
  ['/living-spaces?category=Kitchen+Design#list', '/living-spaces?category=Kitchen+Design#list'],
  ['https://mantel.example/#über', '/#%C3%BCber'],
  ['/article/Straße', '/article/Stra%C3%9Fe'],
  ['https://elsewhere.example/Straße?q=é', 'https://elsewhere.example/Stra%C3%9Fe?q=%C3%A9'],
  ['https://räucher.example', 'https://xn--rucher-bua.example'],
])('the target %j is stored as %j', (typed, stored) => {
  expect(normalizeAddress(typed, ORIGINS, 'target')).toBe(stored)
})

test.each(['/café', '/?p=1', '/a b', "/it's", '/京都/町家?q=木', '/100%25'])(
  'a form takes the old address %s',
  (typed) => {
    expect(
      redirectFormSchema(ORIGINS).safeParse({ old_path: typed, target: '/browse?x=é#y' }).error,
    ).toBeUndefined()
  },
)

test('a form takes addresses as a browser shows them, and refuses a redirect to itself', () => {
  const schema = redirectFormSchema(ORIGINS)
  const form = { old_path: 'https://mantel.example/old/', target: 'http://localhost:4321/article/x' }
  expect(schema.parse(form)).toEqual({ old_path: '/old', target: '/article/x' })
  const { error } = schema.safeParse({ old_path: '/old', target: '/old/' })
  expect(error?.issues).toMatchObject([
    { path: ['target'], message: 'A redirect cannot lead to its own address' },
  ])
})
