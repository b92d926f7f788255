import { expect, test } from 'vitest'
import { syncOutcomeSchema, syncToast } from './sync-outcome.ts'

const done = { invitedCount: 1, createdCount: 1, failed: [], isRateLimited: false }
const failure = (name: string) => ({ name, reason: 'Invalid address' })

test('a sync without failures says how many were invited', () => {
  expect(syncToast(done)).toEqual({ title: 'Sync complete', description: 'Invited 1, created 1' })
})

test('a sync names the authors who were not invited, and why', () => {
  expect(syncToast({ ...done, failed: [failure('Ines'), failure('Wren')] })).toMatchObject({
    title: 'Some authors were not invited',
    description: 'Invited 1, created 1. Ines: Invalid address. Wren: Invalid address.',
  })
  const many = ['A', 'B', 'C', 'D', 'E'].map(failure)
  expect(syncToast({ ...done, failed: many }).description).toContain('C: Invalid address. and 2 more.')
})

test('a sync that reached the mail limit says so', () => {
  const { description } = syncToast({ ...done, failed: [failure('Ines')], isRateLimited: true })
  expect(description).toContain('The mail limit is reached')
})

test('the response of a function deployed earlier is read, too', () => {
  expect(syncOutcomeSchema.parse({ invitedCount: 1, createdCount: 1 })).toEqual(done)
})
