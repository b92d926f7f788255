import { expect, test } from 'vitest'
import { Tickets } from './tickets.ts'

test('a ticket opens what it is for once', () => {
  const tickets = new Tickets<string>()
  const [one, other] = [tickets.give('first'), tickets.give('second')]
  expect(one).toMatch(/^[\w-]{43}$/)
  expect([tickets.redeem(other), tickets.redeem(one), tickets.redeem(one)]).toEqual(['second', 'first', null])
  expect(tickets.redeem('')).toBeNull()
})

test('a ticket opens nothing after five minutes, or when all are ended', () => {
  let now = 0
  const tickets = new Tickets<string>(() => now)
  const [old, ended] = [tickets.give('first'), tickets.give('first')]
  now = 300_001
  expect(tickets.redeem(old)).toBeNull()
  const fresh = tickets.give('first')
  now += 300_000
  expect(tickets.redeem(fresh)).toBe('first')
  tickets.clear()
  expect(tickets.redeem(ended)).toBeNull()
})
