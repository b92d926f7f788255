import { expect, test } from 'vitest'
import { type Build, buildExtent, buildState, buildSubjects } from './builds.ts'

const build: Build = {
  id: 1,
  status: 'live',
  kind: 'publish',
  started_at: '2026-11-20T08:00:00Z',
  duration_ms: 412,
  pages_rendered: 5,
  pages_removed: 0,
  error: null,
  readers: 'seen',
}

const stateText = (one: Build) => buildState(one).text

test('the state of a build has its duration once it is live', () => {
  expect(stateText(build)).toBe('Live, 0.4 s')
  expect(stateText({ ...build, status: 'running', duration_ms: null })).toBe('Publishing…')
  expect(stateText({ ...build, status: 'failed' })).toBe('Failed')
  expect(stateText({ ...build, status: 'cut short', duration_ms: null })).toBe('Cut short')
})

test('a build is live when readers see it', () => {
  expect(buildState({ ...build, readers: 'old' })).toEqual({
    tone: 'waiting',
    text: 'Readers still get the old pages',
  })
  expect(stateText({ ...build, readers: 'asking' })).toBe('Delivered')
  expect(stateText({ ...build, readers: 'unreachable' })).toBe('Published, not checked')
})

test('the extent of a build counts written and removed pages', () => {
  expect(buildExtent(build)).toBe('Publish · 5 pages')
  expect(buildExtent({ ...build, pages_rendered: 1, pages_removed: 2 })).toBe('Publish · 1 page, 2 removed')
  expect(buildExtent({ ...build, kind: 'full', pages_rendered: null, pages_removed: null })).toBe(
    'Whole site',
  )
})

test('the subjects of a build are the stories it was made for', () => {
  expect(buildSubjects(['One'])).toBe('“One”')
  expect(buildSubjects(['One', 'Two'])).toBe('“One” and “Two”')
  expect(buildSubjects(['One', 'Two', 'Three'])).toBe('“One” and 2 more')
})
