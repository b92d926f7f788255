import { describe, expect, test } from 'vitest'
import { type EditorForm, blankForm, formState, serializeForm } from './form.ts'
import { type Transition, reduce } from './machine.ts'
import {
  type Effect,
  type Event,
  type FailureKind,
  type SaveIntent,
  type SaveState,
  hasUnpublishedChanges,
  openingState,
} from './state.ts'
import type { ArticleRecord, SavedArticle, WorkingCopy } from './article-record.ts'

const ME = 'me'
const AT = '2026-11-14T09:41:27.000Z'

function form(patch: Partial<EditorForm> = {}): EditorForm {
  return { ...blankForm(ME), title: 'A bath', slug: 'a-bath', html: '<p>Tub.</p>', ...patch }
}

function article(patch: Partial<SavedArticle> = {}): SavedArticle {
  const times = { hero: false, published_at: null, created_at: AT, updated_at: AT }
  return { id: 'a1', version: 3, status: 'draft', ...times, content: '', form: form(), ...patch }
}

const PUBLISHED_AT = '2026-11-01T08:00:00.000Z'
const live = (patch: Partial<EditorForm> = {}, version = 3) => {
  const published = { status: 'published', published_at: PUBLISHED_AT } as const
  return article({ ...published, version, form: form({ published_at: PUBLISHED_AT, ...patch }) })
}

const copy = (version = 2): WorkingCopy => ({
  ...{ version, base_version: 3, base: live().form, updated_at: AT, updated_by: ME },
  form: form({ published_at: PUBLISHED_AT, html: '<p>Waiting.</p>' }),
})

/** Runs events one after the other; returns the effects of the last one. */
function run(state: SaveState, ...events: Event[]): Transition {
  return events.reduce((result: Transition, event) => reduce(result.state, event), { state, effects: [] })
}

const opened = (server: ArticleRecord | null) => openingState(server, ME)
const draft = () => opened({ article: article(), workingCopy: null })
const published = () => opened({ article: live(), workingCopy: null })
const edit = ({ html, ...patch }: Partial<EditorForm>): Event => ({
  type: 'edit',
  patch: html === undefined ? patch : { ...patch, body: formState(form({ html })).body },
})
const formOf = (state: SaveState) => serializeForm(state.form)
const save = (intent: SaveIntent): Event => ({ type: 'save', intent })
const AUTO_SAVE: Event = { type: 'auto-save' }
const saved = (patch: Partial<SavedArticle> = {}): Event => ({
  type: 'saved',
  at: AT,
  article: article({ version: 4, ...patch }),
})
const failed = (kind: FailureKind): Event => ({ type: 'save-failed', failure: { kind, message: '' } })
const loaded = (patch: Partial<SavedArticle> = {}): Event => ({
  type: 'remote-loaded',
  remote: { article: article({ version: 4, ...patch }), workingCopy: null },
})
const MINE = edit({ html: '<p>Mine</p>' })
const MY_TEXT = { content: { html: '<p>Mine</p>' } }
const THEIRS = loaded({ form: form({ html: '<p>Theirs</p>' }) })
const types = (effects: Effect[]) => effects.map(({ type }) => type)
const find = <T extends Effect['type']>(effects: Effect[], type: T) =>
  effects.find((effect): effect is Extract<Effect, { type: T }> => effect.type === type)

describe('a new article', () => {
  test('its address follows the title until one is typed', () => {
    const typed = run(opened(null), edit({ title: 'A Bath, with Nowhere' }))
    expect(typed.state.form.slug).toBe('a-bath-with-nowhere')
    const chosen = run(typed.state, edit({ slug: 'tub' }), edit({ title: 'Another title' }))
    expect(chosen.state.form.slug).toBe('tub')
    expect(run(chosen.state, edit({ slug: '' }), edit({ title: 'Third' })).state.form.slug).toBe('third')
  })

  test('its address follows the title after an automatic save, and no longer after an explicit one', () => {
    const begun = run(
      opened(null),
      edit({ title: 'A ba' }),
      AUTO_SAVE,
      saved({ form: form({ slug: 'a-ba' }) }),
    )
    expect(run(begun.state, edit({ title: 'A bath' })).state.form.slug).toBe('a-bath')
    const kept = run(begun.state, save('draft'), saved({ version: 5, form: form({ slug: 'a-ba' }) }))
    expect(run(kept.state, edit({ title: 'A bath' })).state.form.slug).toBe('a-ba')
  })

  test('numbers an address made from the title that is taken, and shows an error for one that was typed', () => {
    const taken = [edit({ title: 'A bath' }), save('draft'), failed('slug-taken')]
    const { state, effects } = run(opened(null), ...taken)
    expect(find(effects, 'create')?.article.slug).toBe('a-bath-2')
    expect(find(run(state, failed('slug-taken')).effects, 'create')?.article.slug).toBe('a-bath-3')
    const chosen = run(opened(null), edit({ title: 'A', slug: 'tub' }), save('draft'), failed('slug-taken'))
    expect(chosen.state.save.kind).toBe('idle')
    expect(chosen.state.errors.slug).toBe('Another article already has this address')
    expect(find(chosen.effects, 'focus')?.field).toBe('slug')
  })

  test('gets an address even when its title has no Latin letter', () => {
    const { effects } = run(opened(null), edit({ title: '浴室' }), save('draft'))
    expect(find(effects, 'create')?.article.slug).toMatch(/^story-[a-z0-9]+$/)
  })

  test('is saved as it was asked for last, when its creation is found after its answer was lost', () => {
    const found: Event = {
      type: 'found-created',
      remote: { article: article({ version: 1, form: form({ title: 'A bath' }) }), workingCopy: null },
    }
    const { effects } = run(opened(null), edit({ title: 'A bath' }), AUTO_SAVE, save('publish'), found)
    expect(types(effects)).toEqual(['created', 'update'])
    expect(find(effects, 'update')?.article).toMatchObject({ status: 'published' })
  })
})

describe('typing while a save runs', () => {
  test('is kept, and still counts as not saved', () => {
    const running = run(draft(), edit({ html: '<p>One</p>' }), save('draft'))
    const { state } = run(running.state, edit({ html: '<p>One two</p>', title: 'New title' }), saved())
    expect(formOf(state)).toMatchObject({ html: '<p>One two</p>', title: 'New title' })
    expect(state.saved).toMatchObject({ version: 4, form: { html: '<p>One</p>' } })
    expect(state.isDirty).toBe(true)
    expect(find(run(state, save('draft')).effects, 'update')?.version).toBe(4)
  })

  test('only the address and the publish date come back from the server', () => {
    const { state } = run(
      draft(),
      edit({ title: 'Sent' }),
      save('publish'),
      saved({
        status: 'published',
        published_at: AT,
        form: form({ title: 'The server’s', published_at: AT }),
      }),
    )
    expect(formOf(state)).toMatchObject({ title: 'Sent', slug: 'a-bath', published_at: AT })
    expect(state.isDirty).toBe(false)
  })

  test('a second press of the same button does nothing, another button waits its turn', () => {
    const running = run(draft(), edit({ html: '<p>One</p>' }), save('publish'))
    const again = run(running.state, save('publish'))
    expect([again.effects, again.state.save]).toMatchObject([[], { queued: null }])
    const other = run(running.state, save('draft'))
    expect([other.effects, other.state.save]).toMatchObject([[], { queued: 'draft' }])
    expect(find(run(other.state, saved()).effects, 'update')?.article.status).toBe('draft')
  })
})

describe('a date chosen before publication', () => {
  const DATE = '2030-01-01T08:00:00.000Z'
  test.each(['auto', 'draft', 'review', 'archive'] as const)('is kept by a save (%s)', (intent) => {
    const { effects } = run(draft(), edit({ published_at: DATE }), save(intent))
    expect(find(effects, 'update')?.article).toMatchObject({ publish_at: DATE, published_at: null })
  })

  test('is the publish date on Publish', () => {
    const dated = opened({ article: article({ form: form({ published_at: DATE }) }), workingCopy: null })
    const { effects } = run(dated, save('publish'))
    expect(find(effects, 'update')?.article).toMatchObject({ publish_at: null, published_at: DATE })
  })
})

describe('what a save takes from readers or editors is said', () => {
  const after = (before: Partial<SavedArticle>, intent: SaveIntent, status: SavedArticle['status']) =>
    find(
      run(
        opened({ article: article(before), workingCopy: null }),
        save(intent),
        saved({ status, ...(status === 'published' ? { published_at: AT } : {}) }),
      ).effects,
      'notify',
    )
  const LATER = '2030-01-01T08:00:00.000Z'

  test.each([
    ['a draft', {}, 'draft', undefined],
    ['a story under review', { status: 'review' }, 'draft', 'It no longer waits for an editor.'],
    ['an archived one', { status: 'archived' }, 'draft', 'It is no longer in the archive.'],
    [
      'a scheduled one',
      { status: 'published', published_at: LATER },
      'draft',
      'It does not come out at its date.',
    ],
    ['one on the site', { status: 'published', published_at: PUBLISHED_AT }, 'archive', /^Readers no longer/],
    [
      'the hero',
      { status: 'published', published_at: PUBLISHED_AT, hero: true },
      'draft',
      /no longer the hero; publishing it again does not make it one\.$/,
    ],
  ] as const)('of %s', (_, before, intent, loss) => {
    const notice = after(before, intent, intent === 'archive' ? 'archived' : 'draft')
    expect(notice?.title).toBe(intent === 'archive' ? 'Article archived' : 'Article saved as draft')
    if (loss === undefined) expect(notice?.description).toBeUndefined()
    else expect(notice?.description).toMatch(loss)
  })
})

describe('the note with which a story is sent back', () => {
  const NOTE = 'The end is missing.'
  const inReview = () => opened({ article: article({ status: 'review' }), workingCopy: null })
  const sendBack: Event = { type: 'save', intent: 'draft', sendBack: { note: NOTE, writer: 'Ada Berg' } }

  test('goes with the save that makes it a draft', () => {
    expect(find(run(inReview(), sendBack).effects, 'update')?.note).toBe(NOTE)
    const late = run(inReview(), MINE, AUTO_SAVE, sendBack)
    expect(types(late.effects)).toEqual([])
    expect(find(run(late.state, saved({ status: 'review' })).effects, 'update')?.note).toBe(NOTE)
  })

  test('is told of by the name of its writer, with a note and without', () => {
    for (const note of [NOTE, null]) {
      const to = (writer: string | null): Event => ({
        ...{ type: 'save', intent: 'draft', sendBack: { note, writer } },
      })
      const told = (writer: string | null) =>
        find(run(inReview(), to(writer), saved({ status: 'draft' })).effects, 'notify')
      expect(told('Ada Berg')).toEqual({ type: 'notify', title: 'Sent back to Ada Berg' })
      expect(told(null)?.title).toBe('Sent back to its writer')
    }
  })

  test('waits for a connection with it', () => {
    const offline = run(inReview(), sendBack, failed('network')).state
    expect(find(run(offline, { type: 'online' }).effects, 'update')?.note).toBe(NOTE)
  })

  test('goes with no other save', () => {
    const after = run(inReview(), sendBack, saved()).state
    expect(find(run(after, MINE, AUTO_SAVE).effects, 'update')).not.toHaveProperty('note')
    expect(find(run(after, save('draft')).effects, 'update')).not.toHaveProperty('note')
    expect(
      find(run(inReview(), sendBack, failed('other'), save('review')).effects, 'update'),
    ).not.toHaveProperty('note')
  })
})

describe('auto-save', () => {
  test('saves a draft without touching its status or publish date', () => {
    const { effects } = run(draft(), edit({ html: '<p>One</p>' }), AUTO_SAVE)
    expect(find(effects, 'update')?.article).not.toHaveProperty('status')
    expect(find(effects, 'update')?.article).not.toHaveProperty('published_at')
  })

  test.each([
    ['nothing has changed', [] as Event[]],
    ['the title is empty', [edit({ title: ' ' })]],
    ['it is switched off', [edit({ html: '<p>x</p>' }), { type: 'set-auto-save', on: false } as const]],
    ['a save runs', [edit({ html: '<p>x</p>' }), save('draft'), edit({ html: '<p>y</p>' })]],
  ])('does nothing when %s', (_, events) => {
    expect(run(draft(), ...events, AUTO_SAVE).effects).toEqual([])
  })

  test('of a published article goes to its working copy and never to the article', () => {
    const { state, effects } = run(published(), edit({ html: '<p>New</p>' }), AUTO_SAVE)
    expect(types(effects)).toEqual(['save-copy'])
    expect(find(effects, 'save-copy')).toMatchObject({
      version: null,
      baseVersion: 3,
      base: live().form,
      form: { html: '<p>New</p>' },
    })
    const after = run(state, { type: 'copy-saved', copy: copy(1), at: AT })
    expect([after.state.isDirty, hasUnpublishedChanges(after.state)]).toEqual([false, true])
    expect(find(run(after.state, edit({ excerpt: 'x' }), AUTO_SAVE).effects, 'save-copy')?.version).toBe(1)
  })

  test('says nothing when it fails, and tries again', () => {
    const lost = run(draft(), edit({ html: '<p>x</p>' }), AUTO_SAVE, failed('network'))
    expect(types(lost.effects)).toEqual(['log'])
    expect(lost.state.save.kind).toBe('offline')
    expect(types(run(lost.state, AUTO_SAVE).effects)).toEqual(['update'])
  })
})

describe('the save key', () => {
  const KEY: Event = { type: 'save-as-is' }

  test('makes a draft of a new article, and leaves the status of any other', () => {
    const created = run(opened(null), edit({ title: 'A bath' }), KEY)
    expect(find(created.effects, 'create')?.article.status).toBe('draft')
    const changed = run(draft(), edit({ html: '<p>One</p>' }), KEY)
    expect(find(changed.effects, 'update')?.article).not.toHaveProperty('status')
    expect(types(run(published(), edit({ html: '<p>New</p>' }), KEY).effects)).toEqual(['save-copy'])
  })

  test('saves what was typed during a save, and takes no publish back', () => {
    const off: Event = { type: 'set-auto-save', on: false }
    const more = edit({ html: '<p>Two</p>' })
    const typed = run(draft(), off, edit({ html: '<p>One</p>' }), KEY, more, KEY, saved())
    expect(find(typed.effects, 'update')?.article).toMatchObject({ content: { html: '<p>Two</p>' } })
    const lost = run(draft(), edit({ html: '<p>One</p>' }), save('publish'), more, KEY, failed('network'))
    expect(lost.state.save).toMatchObject({ pending: { intent: 'publish' } })
    expect(types(lost.effects)).toEqual(['notify'])
  })

  test('tries again where only the writer can', () => {
    const denied = run(draft(), edit({ html: '<p>One</p>' }), KEY, failed('denied')).state
    expect(run(denied, AUTO_SAVE).effects).toEqual([])
    expect(types(run(denied, KEY).effects)).toEqual(['update'])
  })
})

test.each([
  ['Save Draft', draft(), save('draft')],
  ['the save key', published(), { type: 'save-as-is' } as const],
])('%s names the title that is missing, and its field gets the focus', (_, state, request) => {
  const refused = run(state, edit({ title: ' ' }), request)
  expect([refused.state.save.kind, refused.state.errors.title]).toEqual(['idle', 'Title is required'])
  expect(refused.effects).toEqual([
    { type: 'notify', tone: 'destructive', title: 'Title is required' },
    { type: 'focus', field: 'title' },
  ])
  expect(run(refused.state, edit({ title: 'A' })).state.errors.title).toBeUndefined()
})

describe('a published article', () => {
  test('opens with its working copy and sends it, with its version, on Update', () => {
    const state = opened({ article: live(), workingCopy: copy() })
    expect(formOf(state).html).toBe('<p>Waiting.</p>')
    const { effects } = run(state, save('publish'))
    expect(find(effects, 'update')).toMatchObject({
      version: 3,
      copyVersion: 2,
      article: { status: 'published', content: { html: '<p>Waiting.</p>' }, published_at: PUBLISHED_AT },
    })
  })

  test('shows its own text again when the changes are discarded', () => {
    const { state } = run(opened({ article: live(), workingCopy: copy() }), { type: 'copy-dropped' })
    expect([formOf(state).html, state.formRevision]).toEqual(['<p>Tub.</p>', 1])
    expect(hasUnpublishedChanges(state)).toBe(false)
  })

  test('takes into its working copy what the list changed since', () => {
    const state = opened({ article: live({ featured: true }, 4), workingCopy: copy() })
    expect(formOf(state)).toMatchObject({ featured: true, html: '<p>Waiting.</p>' })
  })

  test('is dated by the server when no date is chosen; the message for a scheduled one names its date', () => {
    const now = run(draft(), edit({ published_at: null }), save('publish'))
    expect(find(now.effects, 'update')?.article.published_at).toBeNull()
    const later = '2030-01-01T08:00:00.000Z'
    const publication = saved({
      ...{ status: 'published', published_at: later, form: form({ published_at: later }) },
    })
    const { effects } = run(draft(), edit({ published_at: later }), save('publish'), publication)
    expect(find(effects, 'notify')).toEqual({
      type: 'notify',
      title: expect.stringMatching(/^Article scheduled for \d+ January 2030 at /) as string,
    })
  })
})

describe('somebody else saved in between', () => {
  const meets = (remote: Event, request = save('draft')) =>
    run(draft(), MINE, request, failed('conflict'), remote)

  test('opens the conflict dialog, and saves nothing until the writer has chosen', () => {
    const { state } = meets(THEIRS)
    expect(state.save).toMatchObject({ kind: 'conflict', isPrompting: true })
    expect(run(state, AUTO_SAVE).effects).toEqual([])
    const later = run(state, { type: 'resolve', choice: 'later' }, save('draft'))
    expect([later.effects, later.state.save]).toMatchObject([[], { isPrompting: true }])
  })

  test('keeping mine saves it over theirs, which stays on this device', () => {
    const { effects } = run(meets(THEIRS).state, { type: 'resolve', choice: 'mine' })
    expect(find(effects, 'keep-draft')).toMatchObject({ kind: 'theirs', form: { html: '<p>Theirs</p>' } })
    expect(find(effects, 'update')).toMatchObject({ version: 4, article: MY_TEXT })
  })

  test('both stay, without a question, when each changed other fields', () => {
    const { state, effects } = meets(loaded({ form: form({ excerpt: 'Theirs' }) }))
    expect(formOf(state)).toMatchObject({ html: '<p>Mine</p>', excerpt: 'Theirs' })
    expect(find(effects, 'update')).toMatchObject({ version: 4, article: MY_TEXT })
    expect(find(effects, 'notify')?.title).toBe('This article was saved elsewhere')
  })

  test('combined, the text has mine in what both changed, and theirs elsewhere; theirs stays on this device', () => {
    const both = { type: 'resolve', choice: 'both' } as const
    const apart = meets(loaded({ form: form({ html: '<p>Theirs</p>', excerpt: 'Theirs' }) }))
    const { state, effects } = run(apart.state, both)
    expect(formOf(state)).toMatchObject({ html: '<p>Mine</p>', excerpt: 'Theirs' })
    expect(find(effects, 'keep-draft')).toMatchObject({ kind: 'theirs', form: { html: '<p>Theirs</p>' } })
    const same = run(meets(THEIRS).state, both)
    expect([same.effects, same.state.save.kind]).toEqual([[], 'conflict'])
  })

  test('an auto-save does not interrupt: the choice waits', () => {
    expect(meets(THEIRS, AUTO_SAVE).state.save).toMatchObject({ kind: 'conflict', isPrompting: false })
  })

  test('the save key opens the conflict dialog, as Save Draft does', () => {
    const { state, effects } = run(meets(THEIRS, AUTO_SAVE).state, { type: 'save-as-is' })
    expect([effects, state.save]).toMatchObject([[], { kind: 'conflict', isPrompting: true }])
  })

  test('changes made in the articles list are merged without a dialog', () => {
    const { state, effects } = meets(loaded({ form: form({ featured: true }) }))
    expect(find(effects, 'update')).toMatchObject({ version: 4, article: MY_TEXT })
    expect(formOf(state)).toMatchObject({ html: '<p>Mine</p>', featured: true })
  })

  test('a save that changed nothing of the text is no conflict', () => {
    const { effects } = meets(loaded())
    expect(find(effects, 'update')).toMatchObject({ version: 4, article: MY_TEXT })
  })

  test('does not unpublish what somebody has published in the meantime', () => {
    const { state } = meets(loaded({ ...live({}, 4), form: form({ published_at: AT }) }))
    expect(state.save.kind).toBe('conflict')
  })

  test('does not take back a submission without a dialog, but publishes what was submitted', () => {
    const submitted = loaded({ status: 'review' })
    expect(meets(submitted).state.save.kind).toBe('conflict')
    expect(find(meets(submitted, save('publish')).effects, 'update')).toMatchObject({ version: 4 })
  })

  test('a status set in the articles list is taken, and said', () => {
    const archived = loaded({ status: 'archived', form: form({ published_at: null }) })
    const typing = run(published(), MINE, AUTO_SAVE, failed('conflict'), archived)
    expect(find(typing.effects, 'notify')?.description).toBe('Its status is Archived now.')
    expect(find(typing.effects, 'update')).toMatchObject({ version: 4, article: MY_TEXT })
    expect(formOf(typing.state).published_at).toBeNull()
  })

  test('is no conflict when it was my own unpublishing, which the server dated anew and did not answer', () => {
    const unpublished = loaded({ form: form({ published_at: null }) })
    const lost = run(published(), save('draft'), failed('network'), { type: 'online' })
    const { state, effects } = run(lost.state, failed('conflict'), unpublished)
    expect(find(effects, 'update')?.article).toMatchObject({ status: 'draft', publish_at: null })
    expect(formOf(state).published_at).toBeNull()
  })

  test('is no conflict when it was my own save that got no answer', () => {
    const lost = run(draft(), MINE, save('draft'), failed('network'))
    const longer = edit({ html: '<p>Mine, longer</p>' })
    const stored = loaded({ form: form({ html: '<p>Mine</p>' }) })
    const { effects } = run(lost.state, longer, { type: 'online' }, failed('conflict'), stored)
    expect(find(effects, 'update')).toMatchObject({
      version: 4,
      article: { content: { html: '<p>Mine, longer</p>' } },
    })
  })

  test('when their text cannot be loaded the save has failed, and can be tried again', () => {
    const { state, effects } = meets({ type: 'remote-failed', failure: { kind: 'network', message: '' } })
    expect(state.save.kind).toBe('offline')
    expect(types(effects)).toEqual(['notify'])
    expect(types(run(state, save('draft')).effects)).toEqual(['update'])
  })
})

describe('without a connection', () => {
  const lost = () => run(draft(), MINE, save('publish'), failed('network')).state

  test('nothing is published that was not there when Publish was pressed', () => {
    const same = run(lost(), { type: 'online' })
    expect(find(same.effects, 'update')?.article.status).toBe('published')
    const more = run(lost(), edit({ html: '<p>Mine and half a sen</p>' }), { type: 'online' })
    expect(find(more.effects, 'update')?.article).not.toHaveProperty('status')
    expect(find(run(more.state, saved()).effects, 'notify')?.title).toBe('You are back online')
  })

  test.each([
    ['the same text', []],
    ['a text that has changed since', [edit({ html: '<p>Mine and half a sen</p>' })]],
  ])('each try to send %s says nothing anew, and the explicit save goes on waiting', (_, changes) => {
    const { state, effects } = run(lost(), ...changes, { type: 'online' }, failed('network'))
    expect(effects).toEqual([])
    expect(state.save).toMatchObject({ kind: 'offline', pending: { intent: 'publish' } })
    expect(run(state, save('publish'), failed('network')).effects).toMatchObject([{ type: 'notify' }])
  })

  test('the explicit save waits without a word while the text is invalid', () => {
    const { state, effects } = run(lost(), edit({ title: '' }), { type: 'online' })
    expect(effects).toEqual([])
    expect(state.save).toMatchObject({ kind: 'offline', pending: { intent: 'publish' } })
  })

  test.each([
    ['signed-out', 'Your session has ended.'],
    ['not-found', 'This article has been deleted.'],
  ] as const)('%s is said, and the text stays', (kind, words) => {
    const { state, effects } = run(draft(), MINE, save('draft'), failed(kind))
    expect(find(effects, 'notify')?.description).toBe(words)
    expect(state.isDirty).toBe(true)
  })

  test('a date chosen after a save whose answer was lost stays when that save is found', () => {
    const [sent, chosen] = ['2027-01-05T08:00:00.000Z', '2027-02-05T08:00:00.000Z']
    const unanswered = run(draft(), edit({ published_at: sent }), save('draft'), failed('network')).state
    const found = loaded({ form: form({ published_at: sent }) })
    const { state } = run(
      unanswered,
      edit({ published_at: chosen }),
      { type: 'online' },
      failed('conflict'),
      found,
    )
    expect(formOf(state).published_at).toBe(chosen)
  })

  test('an automatic save does not take the place of the explicit one that waits', () => {
    expect(run(lost(), AUTO_SAVE)).toMatchObject({
      effects: [],
      state: { save: { pending: { intent: 'publish' } } },
    })
  })

  test('the explicit save that waits can be dropped', () => {
    const { effects } = run(lost(), { type: 'drop-pending' }, { type: 'online' })
    expect(find(effects, 'update')?.article).not.toHaveProperty('status')
  })
})

describe('another tab or device saved', () => {
  const versions = (version: number, copyVersion: number | null = null): Event => ({
    type: 'remote-versions',
    versions: { version, copyVersion },
  })

  test('loads their text when a version differs, and nothing when none does', () => {
    expect(types(run(draft(), versions(4)).effects)).toEqual(['load-remote'])
    expect(types(run(published(), versions(3, 1)).effects)).toEqual(['load-remote'])
    expect(run(draft(), versions(3)).effects).toEqual([])
  })

  test('keeps what was typed, and lets the writer choose', () => {
    const { state } = run(draft(), MINE, versions(4), THEIRS)
    expect(state.save).toMatchObject({ kind: 'conflict', isPrompting: false })
    expect(formOf(state).html).toBe('<p>Mine</p>')
    const { state: asked } = run(state, save('publish'))
    expect(asked.save).toMatchObject({ kind: 'conflict', intent: 'publish', isPrompting: true })
  })

  test('saves nothing by itself when both texts go together', () => {
    const { state, effects } = run(draft(), MINE, versions(4), loaded({ form: form({ featured: true }) }))
    expect(formOf(state)).toMatchObject({ html: '<p>Mine</p>', featured: true })
    expect([types(effects), state.save.kind, state.isDirty]).toEqual([['notify'], 'idle', true])
  })

  test('a save that is requested meanwhile begins once their text is there', () => {
    const { effects } = run(draft(), MINE, versions(4), save('review'), loaded())
    expect(find(effects, 'update')).toMatchObject({ version: 4, article: { status: 'review' } })
  })

  test('goes on with the text on the screen when theirs cannot be loaded', () => {
    const { state, effects } = run(draft(), MINE, versions(4), {
      type: 'remote-failed',
      failure: { kind: 'not-found', message: '' },
    })
    expect([state.save.kind, effects]).toEqual(['idle', []])
  })
})
