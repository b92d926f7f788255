import { describe, expect, test } from 'vitest'
import { itemsOfWxr, ofKind, storyOf, wxrItem } from '../../../tests/support/wxr.ts'

const author = (login: string, name: string) =>
  `<wp:author><wp:author_login><![CDATA[${login}]]></wp:author_login><wp:author_display_name><![CDATA[${name}]]></wp:author_display_name></wp:author>`

describe('what other importers lose', () => {
  test('backslashes, signs beyond the first plane and joined letters are as they were', async () => {
    const text = String.raw`C:\new\table \\ \0 𝒳 👩‍👩‍👧 ﬁ é`
    const { title, html } = await storyOf({ title: text, 'content:encoded': `<p>${text}</p>` })
    expect([title, html]).toEqual([text, `<p>${text}</p>`])
  })

  test('two stories without a title of one minute are two', async () => {
    const items = await itemsOfWxr(wxrItem({ 'wp:post_id': '1' }) + wxrItem({ 'wp:post_id': '2' }))
    expect(ofKind(items, 'story').map(({ key }) => key)).toEqual(['1', '2'])
  })

  test('an author over several lines, and a thousand of them', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => author(`writer${n}`, `Writer ${n}`)).join('\n')
    const people = ofKind(await itemsOfWxr(author('\n  ann \n', '\n Ann\n  Lee ') + many), 'person')
    expect(people).toHaveLength(1001)
    expect(people[0]).toMatchObject({ key: 'ann', name: 'Ann Lee' })
  })

  test('custom fields of terms are no part of the term', async () => {
    const term = `<wp:term><wp:term_id>3</wp:term_id><wp:term_taxonomy>category</wp:term_taxonomy><wp:term_slug>clay</wp:term_slug><wp:term_name>Clay</wp:term_name><wp:termmeta><wp:meta_key>wp:term_name</wp:meta_key><wp:meta_value>Other</wp:meta_value></wp:termmeta></wp:term>`
    expect(ofKind(await itemsOfWxr(term), 'category')).toMatchObject([{ name: 'Clay', slug: 'clay' }])
  })

  test.each([
    ['https://example.org/wp-content/uploads/2020/01/pot-300x200.jpg', 'a smaller copy'],
    ['http://example.org/wp-content/uploads/2020/01/pot.jpg', 'without encryption'],
    ['//example.org/wp-content/uploads/2020/01/pot.jpg', 'without a protocol'],
    ['/wp-content/uploads/2020/01/pot-1024x683.jpg', 'a path'],
    ['/wp-content/uploads/2020/01/pot.jpg.webp', 'a copy of a plugin'],
    ['/wp-content/uploads/2020/01/pot-300x200.jpg.webp', 'a smaller copy of a plugin'],
    ['https://i0.wp.com/example.org/wp-content/uploads/2020/01/pot.jpg?resize=300%2C200&ssl=1', 'of Photon'],
  ])('%s is the picture of the file, %s', async (src) => {
    const picture = wxrItem({
      ...{ 'wp:post_id': '9', 'wp:post_type': 'attachment', 'wp:status': 'inherit', title: 'Pot' },
      'wp:attachment_url': 'https://example.org/wp-content/uploads/2020/01/pot.jpg',
    })
    const story = wxrItem({ 'wp:post_id': '1', 'content:encoded': `<p><img src="${src}" alt="Pot"></p>` })
    const items = await itemsOfWxr(story + picture)
    const [shown] = /src="([^"]*)"/.exec(ofKind(items, 'story')[0]?.html ?? '')?.slice(1) ?? []
    const [{ address, addresses } = { address: '', addresses: [''] }] = ofKind(items, 'picture')
    expect([address, ...addresses]).toContain(shown)
  })
})
