import { expect, test } from 'vitest'
import { redirectFormSchema, normalizeAddress } from './redirect.ts'

const ORIGINS = ['https://mantel.example', 'http://localhost:4321']

test.each([
  [' /summer-2019/ ', '/summer-2019'],
  ['//summer//2019', '/summer/2019'],
  ['/', '/'],
  ['/story?utm_source=x#top', '/story'],
  ['http://localhost:4321/article/x?a=1', '/article/x'],
  ['https://mantel.example', '/'],
  ['https://mantel.example.org/a/', 'https://mantel.example.org/a/'],
  ['summer', 'summer'],
])('the address %j is stored as %j', (typed, stored) => {
  expect(normalizeAddress(typed, ORIGINS)).toBe(stored)
})

test('a form takes addresses as a browser shows them, and refuses a redirect to itself', () => {
  const schema = redirectFormSchema(ORIGINS)
  const form = { old_path: 'https://mantel.example/old/?a=1', target: 'http://localhost:4321/article/x' }
  expect(schema.parse(form)).toEqual({ old_path: '/old', target: '/article/x' })
  const { error } = schema.safeParse({ old_path: '/old', target: '/old/' })
  expect(error?.issues).toMatchObject([
    { path: ['target'], message: 'A redirect cannot lead to its own address' },
  ])
})
