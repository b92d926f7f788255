import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PlannedPages, StalePage, WrittenPage } from '../../src/publisher/rendering/render-process.ts'
import { rowKeyOf } from '../../src/publisher/rendering/row-key.ts'
import { DistFolder } from '../../src/publisher/folder/dist-folder.ts'
import { PublishedCopies } from '../../src/publisher/pictures/published-copies.ts'
import { type Preemption, type UpdateSteps, SiteUpdater } from '../../src/publisher/update-site.ts'
import { Timings } from '../../src/publisher/timings.ts'
import { OverBudgetError, ProcessEndedError } from '../../src/node/worker-process.ts'

/** A site of stories whose pages show `text`; `errors` are thrown when a story is rendered. */
async function openSite(stories: readonly string[] = ['a', 'b']) {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-failing-'))
  const site = await DistFolder.open(join(folder, 'dist'))
  const state = {
    text: 'one',
    errors: new Map<string, Error>(),
    rendered: [] as string[],
    onRender: async () => {},
    isRecording: true,
    /** The stories that the last build changed. */
    changed: stories,
  }
  const quarantined = new Set<string>()
  /** What each page showed when it was written, by address; null: its file has to be removed. */
  const record = new Map<string, string>()
  /** The pages of the last plan that were not rendered yet. */
  let planned: StalePage[] = []
  const pageOf = (id: string): StalePage => ({
    pathname: `/article/story-${id}`,
    route: '/article/[slug]',
    params: { slug: `story-${id}` },
    file: `article/story-${id}.html`,
    owner: { entity: 'articles', id },
    copy: null,
  })
  const published = () => stories.filter((id) => !quarantined.has(id)).map(pageOf)
  const renderer = {
    async plan(except: readonly string[], { firstRows, sinceBuild }: PlannedPages) {
      const pages = published()
      const wanted = sinceBuild === 0 ? pages : state.changed.map(pageOf)
      const stale = wanted.filter(
        ({ pathname }) => record.get(pathname) !== state.text && !except.includes(pathname),
      )
      const removed = stories
        .filter((id) => record.has(pageOf(id).pathname) && !pages.some(({ owner }) => owner?.id === id))
        .map((id) => ({ ...pageOf(id), isFirst: firstRows?.has(`articles ${id}`) === true }))
      const first = stale.filter(({ owner }) => owner !== null && firstRows?.has(rowKeyOf(owner)))
      planned = first.length > 0 ? first : [...stale]
      return {
        stale: [...planned],
        total: stale.length,
        removed: first.length > 0 ? removed.filter(({ isFirst }) => isFirst) : removed,
      }
    },
    async render({ owner, pathname }: StalePage) {
      // Other processes render a long plan in its order, and wait until their pages are taken.
      if (planned.shift()?.pathname !== pathname) throw new Error(`${pathname} is not the next of the plan`)
      state.rendered.push(pathname)
      await state.onRender()
      const error = state.errors.get(owner?.id ?? '')
      if (error) throw error
      return {
        bytes: Buffer.from(`<p>${state.text}</p>`),
        record: { pathname, digest: '', reads: [] },
        pictures: [],
        before: [],
      }
    },
    written({ record: { pathname } }: WrittenPage) {
      if (state.isRecording) record.set(pathname, state.text)
    },
    async removed(pathnames: readonly string[]) {
      for (const pathname of pathnames) record.delete(pathname)
      return []
    },
    files: async () => published().map(({ file }) => file),
    skipPage: async () => undefined,
    quarantine: async ({ id }: { id: string }) => void quarantined.add(id),
    dropPlan: () => undefined,
    isQuarantined: ({ id }: { id: string }) => quarantined.has(id),
    pictureUses: async () => [],
    invalidateNaming: async () => undefined,
  }
  const store = {
    hasCopy: () => true,
    readCopy: async () => Buffer.from(''),
    copyNamed: async () => true,
  }
  const report = () => undefined
  const pictures = await PublishedCopies.open({
    folder: site,
    records: renderer,
    store,
    copiesLater: false,
    report,
  })
  const expired = async (unused: readonly string[]) => unused.filter((file) => !file.includes('yesterday'))
  const updater = new SiteUpdater({
    renderer,
    folder: site,
    copies: pictures,
    assets: [],
    expiredAssets: expired,
  })
  return {
    folder,
    site,
    state,
    quarantined,
    publish: (
      text: string,
      steps: UpdateSteps = 'all together',
      rows: string[] = [],
      preemption: Preemption | null = null,
    ) => {
      state.text = text
      state.rendered = []
      return updater.update(new Timings(), {
        steps,
        rows: new Set(rows),
        firstRows: new Set(rows),
        sinceBuild: 0,
        preemption,
      })
    },
    /** A publish of one story, before the rest of the present update. */
    preempt: (text: string, story: string) => {
      state.text = text
      state.changed = [story]
      const steps = 'first pages, then the others'
      return updater.update(new Timings(), {
        steps,
        rows: new Set([`articles ${story}`]),
        firstRows: new Set([`articles ${story}`]),
        sinceBuild: 2,
        preemption: null,
      })
    },
    page: (id: string) => readFile(join(folder, `dist/article/story-${id}.html`), 'utf8').catch(() => null),
  }
}

test('keeps the last good version of a page that cannot be rendered, publishes and removes the others, and retries it', async () => {
  const { folder, site, state, publish, page } = await openSite()
  await mkdir(join(folder, 'dist/_astro'))
  await writeFile(join(folder, 'dist/_astro/old.css'), 'a{}')
  await writeFile(join(folder, 'dist/_astro/of-yesterday.css'), 'a{}')
  await writeFile(join(folder, 'dist/unpublished.html'), '<p>a secret</p>')
  state.errors.set('a', new Error('the template threw'))
  expect(await publish('one')).toMatchObject({
    rendered: 1,
    problems: [{ entity: 'articles', id: 'a', reason: '/article/story-a: the template threw' }],
  })
  const scripts = ['_astro/of-yesterday.css', '_astro/old.css']
  expect((await site.files()).sort()).toEqual([...scripts, 'article/story-b.html'])
  state.errors.clear()
  expect(await publish('one')).toMatchObject({ rendered: 1, problems: [] })
  expect((await site.files()).sort()).toEqual([
    '_astro/of-yesterday.css',
    'article/story-a.html',
    'article/story-b.html',
  ])
  expect(await publish('one')).toMatchObject({ rendered: 0 })

  state.errors.set('a', new Error('the template threw'))
  expect((await publish('two')).problems).toHaveLength(1)
  expect([await page('a'), await page('b')]).toEqual(['<p>one</p>', '<p>two</p>'])

  state.errors.clear()
  expect(await publish('two')).toMatchObject({ rendered: 1, problems: [] })
  expect(await page('a')).toBe('<p>two</p>')
})

test('quarantines the story of a page that takes too much until the story changes, and publishes the others', async () => {
  const { state, quarantined, publish, page } = await openSite()
  await publish('one')
  state.errors.set('a', new OverBudgetError('takes more than 15 s'))
  const problem = { entity: 'articles', id: 'a', reason: '/article/story-a: takes more than 15 s' }
  expect(await publish('two')).toMatchObject({ rendered: 1, problems: [problem] })
  expect([await page('a'), await page('b')]).toEqual(['<p>one</p>', '<p>two</p>'])

  expect(await publish('three')).toMatchObject({ problems: [problem] })
  expect(state.rendered).toEqual(['/article/story-b'])

  state.errors.clear()
  quarantined.delete('a')
  expect(await publish('four')).toMatchObject({ rendered: 2, problems: [] })
  expect(await page('a')).toBe('<p>four</p>')
})

test.each([
  ['a', [null, '<p>one</p>', '<p>one</p>']],
  ['b', ['<p>one</p>', null, '<p>one</p>']],
  ['c', ['<p>one</p>', '<p>one</p>', null]],
])(
  'tries a page once more when the process that renders ended by itself, then quarantines its story: %s of a, b, c',
  async (story, shown) => {
    const { state, publish, page } = await openSite(['a', 'b', 'c'])
    state.errors.set(story, new ProcessEndedError('the process ended with SIGKILL'))
    expect((await publish('one')).problems).toHaveLength(1)
    expect(state.rendered.filter((path) => path === `/article/story-${story}`)).toHaveLength(2)
    expect(await Promise.all(['a', 'b', 'c'].map(page))).toEqual(shown)
  },
)

test('fails the build, so that it is tried again, when a page cannot be written for want of disk space', async () => {
  const { state, publish, page } = await openSite()
  state.errors.set(
    'a',
    Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' }),
  )
  await expect(publish('one')).rejects.toThrow('/article/story-a: The disk is full (ENOSPC')
  expect(await page('b')).toBe('<p>one</p>')
  state.errors.set('a', Object.assign(new Error('too long'), { code: 'ENAMETOOLONG', syscall: 'open' }))
  expect((await publish('one')).problems).toHaveLength(1)
})

test('fails the build when its pages cannot be recorded as written: the same ones would be planned for ever', async () => {
  const { state, publish } = await openSite()
  state.isRecording = false
  state.onRender = async () => {
    if (state.rendered.length > 10) state.isRecording = true
  }
  await expect(publish('one')).rejects.toThrow('/article/story-a was written, but not recorded')
})

test.each([
  ['all together', ['one one', 'one one'], 'two two'],
  ['first pages, then the others', ['one one', 'one two'], 'two two'],
  ['few at a time', ['one one', 'one one'], 'two two'],
] as const)('shows the pages of an update in steps: %s', async (steps, whileRendering, after) => {
  const { state, publish, page } = await openSite()
  const shown = async () => `${await page('a')} ${await page('b')}`.replaceAll(/<\/?p>/g, '')
  await publish('one')
  const seen: string[] = []
  state.onRender = async () => void seen.push(await shown())
  await publish('two', steps, ['articles b'])
  expect(seen).toEqual(whileRendering)
  expect(await shown()).toBe(after)
})

test('renders what waited to be shown again when the process ends, and leaves nothing of it', async () => {
  const { site, state, publish, page } = await openSite()
  await publish('one')
  state.errors.set('b', new ProcessEndedError('ended'))
  state.onRender = async () => {
    if (state.rendered.length === 3) state.errors.clear()
  }
  await publish('two')
  expect(state.rendered.map((path) => path.at(-1))).toEqual(['a', 'b', 'a', 'b'])
  expect([await page('a'), await page('b')]).toEqual(['<p>two</p>', '<p>two</p>'])
  expect((await site.files()).sort()).toEqual(['article/story-a.html', 'article/story-b.html'])
})

test('returns the pages of the rows that it was made for, and the removed pages', async () => {
  const { quarantined, publish } = await openSite()
  expect(await publish('one', 'all together', ['articles b'])).toMatchObject({
    firstFiles: ['article/story-b.html'],
  })
  expect(await publish('one', 'all together', ['articles b'])).toMatchObject({ firstFiles: [] })
  quarantined.add('a')
  expect(await publish('one')).toMatchObject({ firstFiles: ['article/story-a.html'] })
})

test('removes the page of an unpublished story before it renders any other', async () => {
  const { quarantined, publish, page, state } = await openSite(['a', 'b', 'c'])
  await publish('one')
  quarantined.add('a').add('b')
  const whenRendered: (string | null)[][] = []
  state.onRender = async () => void whenRendered.push([await page('a'), await page('b')])
  const update = await publish('two', 'first pages, then the others', ['articles a'])
  expect(whenRendered).toEqual([[null, '<p>one</p>']])
  expect(update).toMatchObject({ rendered: 1, removed: 2 })
  expect(await page('b')).toBeNull()
})

describe('a publish that is requested during an update', () => {
  const STORIES = Array.from({ length: 50 }, (_, n) => `${n}`)

  /** Updates all stories to 'two'; after `afterPages` pages, a publish changes the last one to 'three'. */
  async function updateWithPublish(steps: UpdateSteps, afterPages: number) {
    const site = await openSite(STORIES)
    await site.publish('one')
    let pagesBefore: number | null = null
    const counts = async () => {
      const pages = await Promise.all(STORIES.map(site.page))
      return Object.groupBy(pages, (page) => page?.replaceAll(/<.*?>/g, '') ?? '')
    }
    let whenPreempted: Awaited<ReturnType<typeof counts>> | null = null
    const preemption: Preemption = {
      isRequested: () => pagesBefore === null && site.state.rendered.length >= afterPages,
      async run() {
        pagesBefore = site.state.rendered.length
        expect(await site.preempt('three', '49')).toMatchObject({ rendered: 1 })
        whenPreempted = await counts()
      },
    }
    const result = await site.publish('two', steps, ['articles 0'], preemption)
    const lengths = (pages: Awaited<ReturnType<typeof counts>> | null) =>
      pages && Object.fromEntries(Object.entries(pages).map(([text, list]) => [text, list?.length]))
    return { result, pagesBefore, whenPreempted: lengths(whenPreempted), after: lengths(await counts()) }
  }

  test.each(['first pages, then the others', 'few at a time'] as const)(
    'goes before the rest of its pages, which then follow with the latest content: %s',
    async (steps) => {
      const { result, pagesBefore, whenPreempted, after } = await updateWithPublish(steps, 5)
      expect(pagesBefore).toBe(5)
      expect(whenPreempted).toEqual({ one: 44, two: 5, three: 1 })
      expect(after).toEqual({ three: 50 })
      expect(result.problems).toEqual([])
    },
  )

  test('waits for the few that are left', async () => {
    expect(await updateWithPublish('few at a time', 25)).toMatchObject({
      pagesBefore: null,
      after: { two: 50 },
    })
  })

  test('has the pages tried again that could not be rendered before it', async () => {
    const { state, publish, page } = await openSite(STORIES)
    state.errors.set('0', new Error('the template threw'))
    const preemption: Preemption = {
      isRequested: () => state.rendered.length === 3,
      run: async () => state.errors.clear(),
    }
    expect(await publish('one', 'few at a time', [], preemption)).toMatchObject({ problems: [] })
    expect(await page('0')).toBe('<p>one</p>')
  })
})
