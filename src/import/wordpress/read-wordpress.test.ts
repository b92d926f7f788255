import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeZip } from '../../../tests/support/import/make-zip.ts'
import { fileOf, itemsOf, itemsOfWxr, ofKind, storyOf, wxr, wxrItem } from '../../../tests/support/wxr.ts'
import { ImportError, type Item } from '../description.ts'

const EXPORTS = join(import.meta.dirname, '../../../tests/fixtures/exports')
const story = (items: readonly Item[], key: string) => {
  const found = ofKind(items, 'story').find((item) => item.key === key)
  if (found === undefined) throw new Error(`There is no story ${key}`)
  return found
}

describe('a small magazine', () => {
  const read = itemsOf(join(EXPORTS, 'wordpress/small-magazine.xml'))

  test('its name, language and address', async () => {
    expect((await read)[0]).toMatchObject({
      kind: 'magazine',
      name: 'Feld & Fluss',
      language: 'de-DE',
      address: 'https://feld.example/blog',
    })
  })

  test('a story has its people, main category first, tags, picture, dates and addresses', async () => {
    expect(story(await read, '10')).toMatchObject({
      title: 'The river & the beaver',
      place: 'line 24',
      slug: 'river',
      publication: { state: 'published', at: '2024-05-01T08:00:00.000Z' },
      modifiedAt: '2024-05-02T09:00:00.000Z',
      people: ['mira', 'jo-guest'],
      categories: ['wasser', 'natur'],
      tags: ['biber', 'series/fluesse'],
      picture: { key: '50' },
      featured: true,
      excerpt: 'On beavers.',
      metaTitle: '',
      addresses: [
        'https://feld.example/blog/2024/05/river/',
        'https://feld.example/blog/?p=10',
        'https://feld.example/blog/2024/05/old-river/',
      ],
      notes: [{ kind: 'dropped', text: 'The title for search engines, which a plugin fills in' }],
    })
  })

  test('its pictures stand at their originals, also before the file names them', async () => {
    const { html } = story(await read, '10')
    expect(html).toContain(
      '<figure data-width="wide"><img src="https://feld.example/blog/wp-content/uploads/2024/05/dam.jpg" alt="A dam"><figcaption>The <strong>dam</strong></figcaption></figure>',
    )
    expect(html).toContain('<figure data-block="pictures">')
    expect(html).not.toContain('300x200')
    expect(html).toContain('<li id="s-f1">Seen <em>twice</em> <a href="#s-f1-link">↩︎</a></li>')
  })

  test('a picture has its caption, not its description, and all its other addresses', async () => {
    const uploads = 'https://feld.example/blog/wp-content/uploads/2024/05'
    expect(ofKind(await read, 'picture')[0]).toMatchObject({
      key: '50',
      address: `${uploads}/dam.jpg`,
      addresses: [`${uploads}/dam-scaled.jpg`, `${uploads}/dam-300x200.jpg`, `${uploads}/dam-150x150.jpg`],
      alt: 'Wood in a river',
      caption: 'A dam of wood',
      credit: 'Jo Guest',
    })
  })

  test('the page of a picture leads to its story', async () => {
    expect(ofKind(await read, 'redirect')).toContainEqual(
      expect.objectContaining({
        from: 'https://feld.example/blog/2024/05/river/dam/',
        to: { kind: 'story', key: '10' },
      }),
    )
  })

  test('categories have their parents and every address, also under the base that links show', async () => {
    const [water, nature] = ofKind(await read, 'category')
    expect(water).toMatchObject({
      key: 'wasser',
      name: 'Wasser & Ufer',
      description: 'About rivers',
      parent: 'natur',
    })
    expect(water?.addresses).toEqual(
      expect.arrayContaining([
        'https://feld.example/blog/category/natur/wasser/',
        'https://feld.example/blog/category/natur/wasser/feed/',
        'https://feld.example/blog/thema/wasser/',
        'https://feld.example/blog/?cat=3',
      ]),
    )
    expect(nature?.parent).toBeNull()
  })

  test('a guest has a name, a text and a picture', async () => {
    expect(ofKind(await read, 'person')[1]).toMatchObject({
      key: 'jo-guest',
      name: 'Jo Guest',
      bio: 'Writes on rivers.',
      picture: 'https://feld.example/blog/wp-content/uploads/jo.jpg',
    })
  })

  test('menus have their order, hierarchy and words, and no link to what is private', async () => {
    const [main, blocks] = ofKind(await read, 'menu')
    expect(main).toMatchObject({
      name: 'Hauptmenü',
      links: [
        {
          label: 'About us',
          to: { kind: 'page', key: '20' },
          links: [{ label: 'Wasser & Ufer', to: { kind: 'category', key: 'wasser' } }],
        },
        { label: 'Contact', to: { kind: 'address', address: 'https://feld.example/blog/contact' } },
      ],
    })
    expect(main?.notes).toHaveLength(1)
    expect(blocks?.links).toMatchObject([{ label: 'Us', links: [{ label: 'Elsewhere' }] }])
  })

  test('what is left out is named with its reason', async () => {
    const leftOut = ofKind(await read, 'left out').map(({ what, title, why }) => [what, title, why])
    expect(leftOut).toEqual([
      ['Story', '', 'It is in the trash'],
      ['File', 'programme.pdf', 'The import takes pictures; links to other files stay as they are'],
      ['product', 'A cup', 'The magazine has nothing of this kind'],
      ['Revision', '', 'It is an earlier version of something'],
      ['Comments', '2 comments on 1 item', 'The magazine has no comments'],
    ])
  })

  test('no word of something private is in what readers may see, or in a note', async () => {
    const shown = (await read).map((item) =>
      (item.kind === 'story' || item.kind === 'page') && item.publication.state !== 'published'
        ? { notes: item.notes, publication: item.publication, place: item.place }
        : item,
    )
    expect(JSON.stringify(shown)).not.toMatch(/canary/i)
  })
})

describe('files of other exporters', () => {
  test('co-authors are each named once, in their order', async () => {
    const items = await itemsOf(join(EXPORTS, 'wp-co-authors-plus.xml'))
    expect(ofKind(items, 'story').map(({ people }) => people)).toEqual([
      ['alice-smith', 'bob-jones'],
      ['alice-smith', 'bob-jones', 'carol-white'],
      ['bob-jones'],
      ['alice-smith', 'bob-jones'],
    ])
    expect(ofKind(items, 'person')).toHaveLength(3)
  })

  test('the description of a picture is not its caption', async () => {
    const items = await itemsOf(join(EXPORTS, 'wp-feature-image-captions.xml'))
    expect(ofKind(items, 'picture').map(({ caption }) => caption)).toEqual(['', ''])
    expect(ofKind(items, 'story').map(({ picture }) => picture)).toEqual([{ key: '25' }, { key: '26' }, null])
    expect(story(items, '20').addresses[0]).toBe('https://example.com/blog/post-with-described-image.html')
    // A login that is an e-mail address does not become a name that readers see.
    expect(ofKind(items, 'person')).toMatchObject([{ name: 'hermione', email: 'hermione@example.com' }])
  })

  test('titles and descriptions for search engines', async () => {
    const items = await itemsOf(join(EXPORTS, 'wp-yoast-meta.xml'))
    expect(story(items, '100')).toMatchObject({
      metaTitle: 'My Custom SEO Title for Search Engines',
      metaDescription: 'A short description of the post for search engine results pages',
    })
    expect(story(items, '101').metaTitle).toBe('')
  })

  test('split files are read as one, in the order of their names, and repeat nothing', async () => {
    const items = await itemsOf(join(EXPORTS, 'wordpress/split'))
    expect(items.map(({ kind, place }) => `${kind} ${place.replace(/, .*/, '')}`)).toEqual([
      'magazine magazine.2.xml',
      'person magazine.2.xml',
      'category magazine.2.xml',
      'story magazine.2.xml',
      'picture magazine.10.xml',
      'redirect magazine.10.xml',
      'left out magazine.10.xml',
    ])
    expect(story(items, '1').html).toBe(
      '<figure><img src="https://split.example/wp-content/uploads/p.jpg" alt=""></figure>',
    )
  })
})

describe('terms and people that only stories name', () => {
  test('become items before the story', async () => {
    const items = await itemsOfWxr(
      wxrItem(
        { 'dc:creator': 'nobody' },
        {},
        '<category domain="category" nicename="alpen"><![CDATA[Alpen &amp; Täler]]></category><category><![CDATA[Alpen &amp; Täler]]></category><category domain="tag" nicename="ski">Ski</category>',
      ),
    )
    expect(items.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'magazine magazine',
      'person nobody',
      'category alpen',
      'tag ski',
      'story 1',
    ])
    expect(ofKind(items, 'category')[0]?.name).toBe('Alpen & Täler')
  })

  test('terms of plugins that readers do not see are none', async () => {
    const { tags } = await storyOf(
      {},
      {},
      '<category domain="post_format" nicename="post-format-quote">Quote</category><category domain="post_translations" nicename="x">x</category>',
    )
    expect(tags).toEqual([])
  })

  test('a category among its own parents is no endless path', async () => {
    const category = (slug: string, parent: string) =>
      `<wp:category><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${slug}</wp:cat_name></wp:category>`
    const items = await itemsOfWxr(category('a', 'b') + category('b', 'a'))
    expect(ofKind(items, 'category').map(({ parent }) => parent)).toEqual(['b', 'a'])
  })
})

test.each<[what: string, text: string | Buffer, message: RegExp]>([
  [
    'cut within a text',
    wxr(wxrItem({ title: 'A' })).replace(/<title><!\[CDATA\[A[^]*/, '<title><![CDATA[A'),
    /ends in the middle, in line 7/,
  ],
  ['cut between items', wxr(wxrItem({})).replace(/<\/channel>[^]*/, ''), /ends in the middle, in line 8/],
  ['damaged', wxr('<item><title>A</item>'), /damaged in line 7/],
  [
    'another feed',
    '<rss><channel><title>A</title><item><title>B</title></item></channel></rss>',
    /not an export of WordPress/,
  ],
  ['a web page', '<!DOCTYPE html><html><head></head><body></body></html>', /begins with <html>/],
  ['JSON', '{"db":[]}', /it is not XML/],
  ['nothing', '', /it is not XML/],
  ['a ZIP that is cut', Buffer.from('PK\u0003\u0004'), /The ZIP is damaged or cut off/],
])('%s is refused with a clear sentence', async (_, text, message) => {
  const reading = itemsOf(fileOf(text))
  await expect(reading).rejects.toThrow(ImportError)
  await expect(reading).rejects.toThrow(message)
})

test('nothing is read of a file that is damaged at its end', async () => {
  const path = fileOf(wxr(wxrItem({})).replace('</rss>', ''))
  const { readWordpress } = await import('./read-wordpress.ts')
  const items = readWordpress(path, { now: new Date(0), zone: 'UTC', language: 'en' })
  await expect(items[Symbol.asyncIterator]().next()).rejects.toThrow(ImportError)
})

test('a ZIP of an export is read as its folder, and one without exports is refused', async () => {
  const folder = join(EXPORTS, 'wordpress/split')
  const files = readdirSync(folder).map((path) => ({ path, content: readFileSync(join(folder, path)) }))
  expect(await itemsOf(fileOf(makeZip(files)))).toEqual(await itemsOf(folder))
  const other = [{ path: 'a.txt', content: 'a' }]
  await expect(itemsOf(fileOf(makeZip(other)))).rejects.toThrow(/has no .xml files/)
})

test('a story of elements within elements is left out, and the rest goes on', async () => {
  const items = await itemsOfWxr(
    wxrItem({ 'content:encoded': '<div>'.repeat(100_000) }) + wxrItem({ 'wp:post_id': '2' }),
  )
  expect(ofKind(items, 'left out')).toMatchObject([
    { key: '1', why: 'Its text is too deeply nested to be read' },
  ])
  expect(ofKind(items, 'story').map(({ key }) => key)).toEqual(['2'])
})
