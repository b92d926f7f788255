import { expect, test } from 'vitest'
import { OldAddresses } from './old-addresses.ts'

const old = new OldAddresses('https://www.old.example/blog')
old.lead('https://old.example/blog/2019/05/clay/', '/article/clay')
old.lead('/?p=12', '/article/clay')

test.each([
  ['https://www.old.example/blog/2019/05/clay/', '/article/clay'],
  ['http://old.example/blog/2019/05/clay', '/article/clay'],
  ['//old.example/blog/2019/05/clay/#comments', '/article/clay#comments'],
  ['/blog/2019/05/clay/', '/article/clay'],
  ['https://old.example/blog/2019/05/clay/?utm_source=letter', '/article/clay'],
  ['https://old.example/?p=12', '/article/clay'],
  ['https://old.example/blog/elsewhere', null],
  ['https://other.example/blog/2019/05/clay/', null],
  ['mailto:a@old.example', null],
  ['#footnote-1', null],
])('a link to %s leads to %s', (href, target) => {
  expect(old.targetOf(href)).toBe(target)
})

test('of two items that claim an address, the first has it', () => {
  expect(old.lead('/blog/2019/05/clay', '/article/other')).toBe(false)
  expect(old.targetOf('/blog/2019/05/clay')).toBe('/article/clay')
})

test('without the place of the old site, only paths are of it', () => {
  const unknown = new OldAddresses(null)
  unknown.lead('/clay/', '/article/clay')
  expect(unknown.targetOf('/clay')).toBe('/article/clay')
  expect(unknown.targetOf('https://old.example/clay')).toBeNull()
  expect(unknown.absolute('/pot.jpg')).toBeNull()
})
