import { expect, test } from 'vitest'
import { linkAddress } from './link-address.ts'

test.each([
  ['https://mantel.example/a?b=c#d', 'https://mantel.example/a?b=c#d'],
  ['  http://example.org ', 'http://example.org'],
  ['mantel.example', 'https://mantel.example'],
  ['www.example.org/chairs?x=1', 'https://www.example.org/chairs?x=1'],
  ['//example.org/x', 'https://example.org/x'],
  ['/article/a-bath', '/article/a-bath'],
  ['#towels', '#towels'],
  ['ines@mantel.example', 'mailto:ines@mantel.example'],
  ['tel:+442079460018', 'tel:+442079460018'],
  ['mailto:ines@mantel.example?subject=Hello', 'mailto:ines@mantel.example?subject=Hello'],
])('%s leads to %s', (typed, stored) => {
  expect(linkAddress(typed)).toBe(stored)
})

test.each([
  '',
  '   ',
  'two words',
  'word',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'http://',
  'mailto:x',
  'tel:you',
  'file:///etc/passwd',
])('%j leads nowhere', (typed) => {
  expect(linkAddress(typed)).toBeNull()
})
