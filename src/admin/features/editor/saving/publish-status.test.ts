import { describe, expect, test } from 'vitest'
import type { PublishState } from '../../../story/publishing/publish-state.ts'
import { blankForm, formState } from './form.ts'
import { type ArticleOnScreen, savedLine, statusLine } from './publish-status.ts'

const NOW = new Date('2026-11-14T09:00:00.000Z')
const article = (
  status: ArticleOnScreen['status'],
  publishedAt: string | null = null,
  hasUnpublishedChanges = false,
) => ({ status, publishedAt, hasUnpublishedChanges })

function publish(patch: Partial<PublishState>): PublishState {
  const at = '2026-11-14T08:59:59.000Z'
  return { event_id: 1, due_at: at, created_at: at, status: 'live', duration_ms: 412, error: null, ...patch }
}

const OUT = '2026-11-01T08:00:00.000Z'
const text = (...args: Parameters<typeof statusLine>) => statusLine(...args).text

describe('the top bar says', () => {
  test('the status of what is not published', () => {
    expect(text(article('draft'), null, NOW)).toBe('Draft')
    expect(text(article('review'), null, NOW)).toBe('Under Review')
    expect(text(article('draft'), publish({ status: 'publishing' }), NOW)).toBe('Draft · leaving the site…')
  })

  test('how far a publish has come, and how long it took', () => {
    const state = article('published', OUT)
    expect(text(state, publish({ status: 'publishing' }), NOW)).toBe('Publishing…')
    expect(text(state, publish({}), NOW)).toBe('Live, 0.4 s')
    expect(text(state, publish({ duration_ms: null }), NOW)).toBe('Live')
    expect(text(state, publish({ duration_ms: 12_400 }), NOW)).toBe('Live, 12 s')
    expect(text(state, null, NOW)).toBe('Published')
  })

  test('that readers still get the old page, and for how long, or that it is not known', () => {
    const state = article('published', OUT)
    const stale = publish({ status: 'stale', duration_ms: 12_400 })
    expect(statusLine(state, stale, NOW)).toMatchObject({
      tone: 'waiting',
      text: 'Readers still get the old page, 12 s',
    })
    expect(text(state, publish({ status: 'delivered' }), NOW)).toBe('Published, not checked')
  })

  test('that a static host builds the site, whose progress is not reported', () => {
    const state = article('published', OUT)
    expect(text(state, publish({ status: 'sent' }), NOW)).toBe('Sent to the host')
    expect(text(state, publish({ status: 'waiting' }), NOW)).toBe('Out with the site’s next build')
  })

  test('why it failed', () => {
    const line = statusLine(
      article('published', OUT),
      publish({ status: 'failed', error: 'Disk full\n at x' }),
      NOW,
    )
    expect(line).toEqual({ tone: 'failed', text: 'Failed: Disk full', detail: 'Disk full\n at x' })
  })

  test('when a scheduled article comes out', () => {
    expect(
      text(article('published', '2026-11-28T08:00:00.000Z'), publish({ status: 'scheduled' }), NOW),
    ).toMatch(/^Scheduled, 28 Nov/)
  })

  test('that readers do not see the changes yet', () => {
    expect(text(article('published', '2026-11-28T08:00:00.000Z', true), null, NOW)).toMatch(
      /^Scheduled, 28 Nov.* · unpublished changes$/,
    )
    expect(text(article('published', OUT, true), publish({}), NOW)).toBe('Unpublished changes')
  })
})

describe('the top bar says whether the text is saved', () => {
  const lastSavedAt = '2026-11-14T08:59:59.000Z'
  const idle = { kind: 'idle' } as const
  const offline = { kind: 'offline', pending: null } as const
  const line = (state: Partial<Parameters<typeof savedLine>[0]>) =>
    savedLine({
      ...{ save: idle, isDirty: true, lastSavedAt, autoSave: true, errors: {} },
      form: formState({ ...blankForm('me'), title: 'A bath' }),
      ...state,
    })

  test('the time of the last save, but not while somebody types on', () => {
    expect(line({ isDirty: false, lastSavedAt: null })).toBeNull()
    expect(line({ lastSavedAt: null })).toBe('Not saved yet')
    expect(line({})).toBe('Not saved yet')
    expect(line({ isDirty: false })).toMatch(/^Saved \d\d:59:59$/)
  })

  test('never shows the time of an earlier save for a text whose save failed', () => {
    expect(line({ save: offline })).toMatch(/^Not saved since \d\d:59:59$/)
    expect(line({ save: offline, lastSavedAt: null })).toBe('Not saved')
    expect(line({ save: { kind: 'loading-remote', intent: 'draft' } })).toBe('Saving...')
  })

  test.each([
    ['auto-save is off', { autoSave: false }],
    ['the address is taken', { errors: { slug: 'Another article already has this address' } }],
    ['the title is empty', { form: formState(blankForm('me')) }],
  ])('never shows the time of an earlier save for a text that is not saved by itself: %s', (_, state) => {
    expect(line(state)).toMatch(/^Not saved since \d\d:59:59$/)
  })
})
