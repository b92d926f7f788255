import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { article, snapshotOf } from '../support/content-rows.ts'
import type { SitePath } from '../../src/publisher/astro-adapter.ts'
import { openPictureStore } from '../../src/publisher/picture-store.ts'
import { openSiteFolder } from '../../src/publisher/site-folder.ts'
import { createSiteUpdate } from '../../src/publisher/site-update.ts'
import { Timings } from '../../src/publisher/timings.ts'

test('keeps the last good version of a page that cannot be rendered, publishes and removes the others, and retries it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-failing-'))
  const site = await openSiteFolder(join(folder, 'dist'), join(folder, 'state.json'), 'code')
  const store = await openPictureStore(join(folder, 'pictures'), () => undefined)
  let broken = false
  let text = 'one'
  const path = (slug: string): SitePath => ({
    pathname: `/article/${slug}`,
    file: `article/${slug}.html`,
    render: async () => {
      if (broken && slug === 'story-a') throw new Error('the template threw')
      return Buffer.from(`<p>${text}</p>`)
    },
  })
  const update = createSiteUpdate(async () => [path('story-a'), path('story-b')], site, store, [])
  const snapshot = (title: string) =>
    snapshotOf({ articles: [article({ id: 'a', title }), article({ id: 'b', title })] })
  const publish = (title: string) => update(snapshot(title), new Timings())
  const page = (slug: string) => readFile(join(folder, `dist/article/${slug}.html`), 'utf8')

  await mkdir(join(folder, 'dist/_astro'))
  await writeFile(join(folder, 'dist/_astro/old.css'), 'a{}')
  await writeFile(join(folder, 'dist/unpublished.html'), '<p>a secret</p>')
  broken = true
  await expect(publish('First')).rejects.toThrow('the template threw')
  expect((await site.files()).sort()).toEqual(['_astro/old.css', 'article/story-b.html'])
  broken = false
  expect(await publish('First')).toMatchObject({ pages_rendered: 1 })
  expect((await site.files()).sort()).toEqual(['article/story-a.html', 'article/story-b.html'])
  expect(await publish('First')).toMatchObject({ pages_rendered: 0 })

  broken = true
  text = 'two'
  await expect(publish('Second')).rejects.toThrow('/article/story-a: the template threw')
  expect([await page('story-a'), await page('story-b')]).toEqual(['<p>one</p>', '<p>two</p>'])

  broken = false
  expect(await publish('Second')).toMatchObject({ pages_rendered: 1 })
  expect(await page('story-a')).toBe('<p>two</p>')
})
