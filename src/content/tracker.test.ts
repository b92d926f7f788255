import { expect, test } from 'vitest'
import { withDigest } from './digest.ts'
import { Tracker } from './tracker.ts'

const oak = withDigest('oak')
const elm = withDigest('elm')

function reads(read: (tracker: Tracker) => unknown): string[] {
  const tracker = new Tracker()
  return tracker.track(() => read(tracker)).reads
}

test('an answer is known by what it is made of', () => {
  expect(reads((tracker) => tracker.all('list', [oak, elm]))).toEqual(['list', oak.digest, elm.digest])
  expect(reads((tracker) => tracker.one('one', null))).toEqual(['one'])
  expect(reads((tracker) => tracker.plain('count', 3))).toEqual(['count', '3'])
})

test('the same values in another place are other reads', () => {
  const firstList = reads((tracker) => [tracker.all('hero', [oak]), tracker.all('featured', [])])
  const secondList = reads((tracker) => [tracker.all('hero', []), tracker.all('featured', [oak])])
  expect(firstList).not.toEqual(secondList)
})

test('reads belong to the innermost who tracks, and nobody hears them afterwards', () => {
  const tracker = new Tracker()
  let inner: string[] = []
  const outer = tracker.track(() => {
    inner = tracker.track(() => tracker.one('inner', oak)).reads
    return tracker.one('outer', elm)
  })
  tracker.one('later', oak)
  expect(inner).toEqual(['inner', oak.digest])
  expect(outer).toEqual({ value: 'elm', reads: ['outer', elm.digest] })
})
