import { expect, test } from 'vitest'
import { type DryRun, type ImportReport, importReportSchema, storedReport } from './import-report.ts'

const EMPTY: DryRun = { items: {}, rows: {}, texts: [], others: [], leftOut: [], merged: [] }

const note = (text: string) => ({ kind: 'changed' as const, text })

const text = (at: number, notes: DryRun['texts'][number]['notes']): DryRun['texts'][number] => ({
  ...{ kind: 'story', id: '5f0c2e52-4c1f-4a5e-9d57-0c5a3d6f1b2e', title: `A house by the river ${at}` },
  ...{ place: `line ${at}`, state: 'changed', status: 'published', why: null, notes },
})

test('a report is read as it was stored, each note at its stories', () => {
  const [one, other] = [
    note('A story has one category here: the first is kept'),
    note('[map] is kept as text'),
  ]
  const report: ImportReport = {
    dryRun: {
      ...EMPTY,
      texts: [text(1, [one, other]), text(2, [other]), text(3, [])],
      others: [{ what: 'Tag', title: 'wood', place: '', notes: [one] }],
    },
    outcome: null,
  }
  const stored = storedReport(report)
  expect(stored.dryRun.notes).toEqual([one, other])
  expect(importReportSchema.parse(JSON.parse(JSON.stringify(stored)))).toEqual(report)
})

test('a report of an earlier version, with the notes at each story, is read', () => {
  const report = { dryRun: { ...EMPTY, texts: [text(1, [note('[map] is kept as text')])] }, outcome: null }
  expect(importReportSchema.parse(report)).toEqual(report)
})

test('the report of 50,000 stories with three notes each fits into one request', () => {
  const notes = ['first', 'second', 'third'].map((which) => note(`${which} ${'long '.repeat(30)}`))
  const texts = Array.from({ length: 50_000 }, (_, at) => text(at, notes))
  const stored = storedReport({ dryRun: { ...EMPTY, texts }, outcome: null })
  expect(JSON.stringify(stored).length).toBeLessThan(20 * 1024 * 1024)
})
