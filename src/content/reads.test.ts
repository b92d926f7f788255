import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { changesArbitrary, longListRows } from '../../tests/support/content-changes.ts'
import { siteOf } from '../../tests/support/database/content-rows.ts'
import { writeAll } from '../../tests/support/publisher/page-view.ts'
import { updateContent } from './content-update.ts'
import { type ChangedPage, type Read, type ReadKind, reads } from './reads.ts'

const PAGE: ChangedPage = {
  nameOfList: ({ name }) => name,
  namesPeople: () => 'people',
  namesStory: (key) => key,
  showsRelatedTo: (articleId) => articleId,
}

/** Makes random changes of a written site. Returns the kinds of what they changed of what its pages had read. */
function changedKinds(): Map<ReadKind<never>, Read> {
  const found = new Map<ReadKind<never>, Read>()
  const site = siteOf(longListRows())
  for (const changes of fc.sample(changesArbitrary, { numRuns: 200, seed: 1 })) {
    writeAll(site)
    const change = updateContent(site.content, changes)
    // Pages that go lose their record, and what follows from addresses is changed last.
    const before = [...change.reads.values()].filter((read) => site.pages.isRead(read))
    site.pages.apply(change)
    const after = [...change.reads.values()].filter((read) => site.pages.isRead(read))
    for (const read of [...before, ...after]) found.set(read.kind, read)
  }
  return found
}

// When the newest of the random stories are news.
vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 7) })
afterAll(() => void vi.useRealTimers())

describe('of every kind of read, pages record one that a change changes, and it says why they change', () => {
  const found = changedKinds()

  test.each(Object.entries(reads))('%s', (_, kind) => {
    const read = found.get(kind)
    expect(read, 'a written page recorded one, and a change changed it').toBeDefined()
    expect(read?.why(PAGE)).toMatch(/\w/)
  })
})
