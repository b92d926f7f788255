import { expect, test } from 'vitest'
import { nameIn } from './name-in.ts'

test('nobody is said to be unknown or gone before the names are loaded', () => {
  const rows = [{ id: 'a', name: 'Mina Okonedo' }]
  expect(nameIn(undefined, 'a', 'Somebody who is gone')).toBe('…')
  expect(nameIn(rows, 'a', 'Somebody who is gone')).toBe('Mina Okonedo')
  expect(nameIn(rows, 'b', 'Somebody who is gone')).toBe('Somebody who is gone')
})
