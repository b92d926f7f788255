import { describe, expect, test } from 'vitest'
import { itemsOfWxr, ofKind, storyOf, wxrItem } from '../../../../tests/support/wxr.ts'
import { nodesOf } from '../../body/story-body.ts'
import { parseBlocks } from './parse-blocks.ts'
import { replaceShortcodes } from './scan-shortcodes.ts'
import { withParagraphs } from './paragraphs.ts'

const bodyOf = async (source: string, meta: Record<string, string> = {}) => {
  const { html, notes } = await storyOf(
    { 'content:encoded': source.replaceAll(']]>', ']]]]><![CDATA[>') },
    meta,
  )
  return { html, notes: notes.map(({ text }) => text) }
}
const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const film = (address = FILM, caption = '') =>
  `<figure data-block="embed"><a href="${address}">${address}</a>${caption && `<figcaption>${caption}</figcaption>`}</figure>`
const UPLOADS = 'https://example.org/wp-content/uploads'

describe('a classic text', () => {
  test.each<[source: string, html: string]>([
    ['One\ntwo\n\nThree', '<p>One<br>two</p><p>Three</p>'],
    ['One\r\n\r\nTwo', '<p>One</p><p>Two</p>'],
    ['One\n \t\n\n\nTwo\n', '<p>One</p><p>Two</p>'],
    ['One<br />\ntwo<br><br>three', '<p>One<br>two</p><p>three</p>'],
    ['<p>One\ntwo</p>\n<p>Three</p>', '<p>One<br>two</p><p>Three</p>'],
    [
      'Before <strong>bold\n\nalso</strong> after',
      '<p>Before <strong>bold</strong></p><p><strong>also</strong> after</p>',
    ],
    ['<h2>Head</h2>\nText\n<h3>Next</h3>', '<h2>Head</h2><p>Text</p><h3>Next</h3>'],
    ['<ul>\n<li>a\nb</li>\n\n<li>c</li>\n</ul>\nText', '<ul><li>a<br>b</li><li>c</li></ul><p>Text</p>'],
    ['<blockquote>One\n\nTwo</blockquote>', '<blockquote><p>One</p><p>Two</p></blockquote>'],
    ['<blockquote>Said\n<cite>Ada</cite></blockquote>', '<blockquote><p>Said</p><p>— Ada</p></blockquote>'],
    ['<div>One\n\nTwo</div>', '<p>One</p><p>Two</p>'],
    ['<pre>one\n\ntwo</pre>', '<pre>one\n\ntwo</pre>'],
    ['<table>\n<tr>\n<td>a\nb</td>\n</tr>\n</table>', '<table><tr><td>a<br>b</td></tr></table>'],
    ['One<!--more-->\n\nTwo', '<p>One</p><p>Two</p>'],
    ['&nbsp;\n\nOne', '<p>One</p>'],
    ['<script>alert(1)</script><p onclick="x()">One</p>', '<p>One</p>'],
    [
      '<a href="/x">Own</a> <a href="//other.example/y">other</a>',
      '<p><a href="https://example.org/x">Own</a> <a href="https://other.example/y">other</a></p>',
    ],
    ['', ''],
  ])('%j', async (source, html) => {
    expect(await bodyOf(source)).toEqual({ html, notes: [] })
  })

  test('its pages are one, with a note', async () => {
    expect(await bodyOf('One\n<!--nextpage-->\nTwo')).toEqual({
      html: '<p>One</p><p>Two</p>',
      notes: ['A story of several pages is on one'],
    })
  })

  test('the address of a film alone in a line is the film, and of another site a link', async () => {
    expect((await bodyOf(`Before\n${FILM}\nafter`)).html).toBe(`<p>Before</p>${film()}<p>after</p>`)
    expect(await bodyOf('https://twitter.com/a/status/1')).toEqual({
      html: '<p><a href="https://twitter.com/a/status/1">https://twitter.com/a/status/1</a></p>',
      notes: ['What was shown from twitter.com is a link'],
    })
    expect((await bodyOf(`See ${FILM} now`)).html).toBe(`<p>See ${FILM} now</p>`)
  })

  test('a frame of a film is the film', async () => {
    expect((await bodyOf('<iframe src="https://player.vimeo.com/video/76979871"></iframe>')).html).toBe(
      film('https://player.vimeo.com/video/76979871'),
    )
  })
})

describe('pictures of a text', () => {
  test.each<[what: string, source: string, html: string]>([
    [
      'a smaller copy stands at the original',
      `<img class="size-medium wp-image-5" src="${UPLOADS}/p-300x200.jpg" alt="P" width="300" height="200">`,
      `<figure><img src="${UPLOADS}/p.jpg" alt="P"></figure>`,
    ],
    [
      'a whole one stays',
      `<img class="size-full wp-image-5" src="${UPLOADS}/p-300x200.jpg" alt="">`,
      `<figure><img src="${UPLOADS}/p-300x200.jpg" alt=""></figure>`,
    ],
    [
      'a link to the picture itself goes',
      `<a href="${UPLOADS}/p.jpg"><img src="${UPLOADS}/p-300x200.jpg" alt=""></a>`,
      `<figure><img src="${UPLOADS}/p.jpg" alt=""></figure>`,
    ],
    [
      'a link to elsewhere stays',
      '<a href="/shop"><img src="/p.jpg" alt=""></a>',
      '<figure><a href="https://example.org/shop"><img src="https://example.org/p.jpg" alt=""></a></figure>',
    ],
    [
      'one that is loaded late',
      '<img src="data:image/gif;base64,x" data-src="/p.jpg" alt="">',
      '<figure><img src="https://example.org/p.jpg" alt=""></figure>',
    ],
    [
      'one through a proxy',
      '<img src="https://i0.wp.com/example.org/p.jpg?resize=300" alt="">',
      '<figure><img src="https://example.org/p.jpg" alt=""></figure>',
    ],
    ['an emoji', 'Good <img class="emoji" alt="🙂" src="https://s.w.org/x.png">', '<p>Good 🙂</p>'],
  ])('%s', async (_, source, html) => {
    expect((await bodyOf(source)).html).toBe(html)
  })

  test('one beside words stands before them, with a note', async () => {
    expect(await bodyOf('<img class="alignleft" src="/p.jpg" alt=""> Words')).toEqual({
      html: '<figure><img src="https://example.org/p.jpg" alt=""></figure><p>Words</p>',
      notes: ['A picture within a paragraph stands before or after it'],
    })
  })

  test('one that only counts readers is dropped, with a note', async () => {
    expect(await bodyOf('<img src="https://vg.example/x" width="1" height="1">')).toEqual({
      html: '',
      notes: ['A picture of one pixel, which counts readers'],
    })
  })
})

describe('shortcodes', () => {
  test.each<[source: string, html: string, notes: string[]]>([
    [
      '[caption id="attachment_5" width="300"]<img src="/p.jpg" alt="P"> A <em>hill</em>[/caption]',
      '<figure><img src="https://example.org/p.jpg" alt="P"><figcaption>A <em>hill</em></figcaption></figure>',
      [],
    ],
    [
      '[caption caption="A <a href=\'/h\'>hill</a>"]<img src="/p.jpg" alt="">[/caption]',
      '<figure><img src="https://example.org/p.jpg" alt=""><figcaption>A <a href="https://example.org/h">hill</a></figcaption></figure>',
      [],
    ],
    [`[embed width="3"]${FILM}[/embed]`, film(), []],
    ['[youtube dQw4w9WgXcQ]', film(), []],
    [`[youtube=${FILM}]`, film(), []],
    ['[vimeo id="76979871"]', film('https://vimeo.com/76979871'), []],
    [
      '[audio mp3="/s.mp3"][/audio]',
      '<p><a href="https://example.org/s.mp3">s.mp3</a></p>',
      ['A sound is a link to its file'],
    ],
    [
      '[video src="https://example.org/f.mp4"]',
      '<p><a href="https://example.org/f.mp4">f.mp4</a></p>',
      ['A film is a link to its file'],
    ],
    ['[[gallery]] is how', '<p>[gallery] is how</p>', []],
    [
      '[contact-form-7 id="1"]',
      '<p>[contact-form-7 id="1"]</p>',
      ['The shortcode [contact-form-7] stays as text'],
    ],
    ['[box]In[/box]', '<p>[box]In[/box]</p>', ['The shortcode [box] stays as text']],
    ['He said [sic] [1] [… ] so', '<p>He said [sic] [1] [… ] so</p>', []],
    ['Not [yet] done [emphasis added]', '<p>Not [yet] done [emphasis added]</p>', []],
    ['[sitemap]', '<p>[sitemap]</p>', ['The shortcode [sitemap] stays as text']],
    [
      'See [my_map] or [map /]',
      '<p>See [my_map] or [map /]</p>',
      ['The shortcode [my_map] stays as text', 'The shortcode [map] stays as text'],
    ],
    [
      '<a title="[gallery]" href="/x">x</a>',
      '<p><a title="[gallery]" href="https://example.org/x">x</a></p>',
      [],
    ],
    ['[gallery ids="404"]', '', ['A picture of a gallery, which the file does not have']],
  ])('%j', async (source, html, notes) => {
    expect(await bodyOf(source)).toEqual({ html, notes })
  })

  test('a gallery without numbers has the pictures of the story, in their order', async () => {
    const picture = (id: string, order: string) =>
      wxrItem({
        'wp:post_id': id,
        'wp:post_type': 'attachment',
        'wp:status': 'inherit',
        'wp:post_parent': '1',
        'wp:menu_order': order,
        'wp:attachment_url': `${UPLOADS}/${id}.jpg`,
        'excerpt:encoded': `Caption ${id}`,
      })
    const items = await itemsOfWxr(
      wxrItem({ 'content:encoded': '[gallery exclude="9"]' }) +
        picture('7', '2') +
        picture('8', '1') +
        picture('9', '0'),
    )
    expect(ofKind(items, 'story')[0]?.html).toBe(
      `<figure data-block="pictures"><figure><img src="${UPLOADS}/8.jpg" alt=""><figcaption>Caption 8</figcaption></figure><figure><img src="${UPLOADS}/7.jpg" alt=""><figcaption>Caption 7</figcaption></figure></figure>`,
    )
  })
})

const wp = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name}${attributes === '' ? '' : ` ${attributes}`} -->\n${html}\n<!-- /wp:${name} -->`
const p = (words: string) => wp('paragraph', `<p>${words}</p>`)

describe('blocks', () => {
  test.each<[what: string, source: string, html: string, notes: string[]]>([
    ['paragraphs, without breaks of their own', wp('paragraph', '<p>One\ntwo</p>'), '<p>One\ntwo</p>', []],
    [
      'a list in a list',
      wp(
        'list',
        `<ul>${wp('list-item', `<li>a${wp('list', `<ul>${wp('list-item', '<li>b</li>')}</ul>`)}</li>`)}</ul>`,
      ),
      '<ul><li>a<ul><li>b</li></ul></li></ul>',
      [],
    ],
    [
      'a quotation',
      wp('quote', `<blockquote>${p('Said')}<cite>Ada</cite></blockquote>`),
      '<blockquote><p>Said</p><p>— Ada</p></blockquote>',
      [],
    ],
    [
      'a pull quote',
      wp('pullquote', '<figure><blockquote><p>Said</p><cite>Ada</cite></blockquote></figure>'),
      '<blockquote><p>Said</p><p>— Ada</p></blockquote>',
      ['A pull quote is a quotation'],
    ],
    [
      'an image with caption and width',
      wp(
        'image',
        '<figure class="wp-block-image"><a href="/x"><img src="/p.jpg" alt="P"/></a><figcaption>Cap</figcaption></figure>',
        '{"align":"full"}',
      ),
      '<figure data-width="full"><a href="https://example.org/x"><img src="https://example.org/p.jpg" alt="P"></a><figcaption>Cap</figcaption></figure>',
      [],
    ],
    [
      'a gallery in its new form',
      wp(
        'gallery',
        `<figure class="wp-block-gallery has-nested-images">${wp('image', '<figure><img src="/a.jpg" alt="A"/><figcaption>a</figcaption></figure>')}${wp('image', '<figure><img src="/b.jpg" alt="B"/></figure>')}<figcaption class="blocks-gallery-caption">All</figcaption></figure>`,
      ),
      '<figure data-block="pictures"><figure><img src="https://example.org/a.jpg" alt="A"><figcaption>a</figcaption></figure><figure><img src="https://example.org/b.jpg" alt="B"></figure><figcaption>All</figcaption></figure>',
      [],
    ],
    [
      'a wide film',
      wp(
        'embed',
        '<figure class="wp-block-embed alignwide"></figure>',
        '{"url":"https://www.youtube.com/watch?v=aqz-KE-bpKQ","align":"wide"}',
      ),
      '<figure data-width="wide" data-block="embed"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure>',
      [],
    ],
    [
      'a wide gallery',
      wp(
        'gallery',
        `<figure class="wp-block-gallery alignwide">${wp('image', '<figure><img src="/a.jpg" alt="A"/></figure>')}${wp('image', '<figure><img src="/b.jpg" alt="B"/></figure>')}</figure>`,
        '{"align":"wide"}',
      ),
      '<figure data-block="pictures" data-width="wide"><figure><img src="https://example.org/a.jpg" alt="A"></figure><figure><img src="https://example.org/b.jpg" alt="B"></figure></figure>',
      [],
    ],
    [
      'a gallery in its old form',
      wp(
        'gallery',
        '<figure><ul><li class="blocks-gallery-item"><figure><img src="/a.jpg" alt=""/><figcaption>a</figcaption></figure></li><li><figure><img src="/b.jpg" alt=""/></figure></li></ul></figure>',
        '{"ids":[1,2]}',
      ),
      '<figure data-block="pictures"><figure><img src="https://example.org/a.jpg" alt=""><figcaption>a</figcaption></figure><figure><img src="https://example.org/b.jpg" alt=""></figure></figure>',
      [],
    ],
    [
      'a table',
      wp(
        'table',
        '<figure><table><thead><tr><th>h</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table><figcaption>Cap</figcaption></figure>',
      ),
      '<table><tr><th>h</th></tr><tr><td>a</td></tr></table><p>Cap</p>',
      [],
    ],
    [
      'code with brackets',
      wp('code', '<pre><code>a[b] [gallery]\n\nc</code></pre>'),
      '<pre><code>a[b] [gallery]\n\nc</code></pre>',
      [],
    ],
    ['a verse', wp('verse', '<pre>One\n  two<br>three</pre>'), '<p>One<br>  two<br>three</p>', []],
    [
      'a line',
      `<!-- wp:separator --><hr class="wp-block-separator"/><!-- /wp:separator --><!-- wp:spacer --><div style="height:9px"></div><!-- /wp:spacer -->`,
      '<hr>',
      [],
    ],
    [
      'a film',
      wp(
        'embed',
        `<figure><div class="wp-block-embed__wrapper">\n${FILM}\n</div><figcaption>Cap</figcaption></figure>`,
        `{"url":"${FILM}","providerNameSlug":"youtube"}`,
      ),
      film(FILM, 'Cap'),
      [],
    ],
    ['a film of old', wp('core-embed/youtube', `<figure><div>${FILM}</div></figure>`), film(), []],
    [
      'a post of another site',
      wp('embed', '', '{"url":"https://twitter.com/a/status/1"}'),
      '<p><a href="https://twitter.com/a/status/1">https://twitter.com/a/status/1</a></p>',
      ['What was shown from twitter.com is a link'],
    ],
    [
      'a film file',
      wp('video', '<figure><video controls src="/f.mp4"></video><figcaption>Cap</figcaption></figure>'),
      '<p><a href="https://example.org/f.mp4">f.mp4</a></p><p>Cap</p>',
      ['A film is a link to its file'],
    ],
    [
      'a file',
      wp(
        'file',
        '<div><a href="/f.pdf">Plan</a><a href="/f.pdf" class="wp-block-file__button" download>Download</a></div>',
      ),
      '<p><a href="https://example.org/f.pdf">Plan</a></p>',
      [],
    ],
    [
      'buttons',
      wp(
        'buttons',
        `<div>${wp('button', '<div><a class="wp-block-button__link" href="/buy">Buy</a></div>')}</div>`,
      ),
      '<p><a href="https://example.org/buy">Buy</a></p>',
      [],
    ],
    [
      'columns',
      wp(
        'columns',
        `<div>${wp('column', `<div>${p('a')}</div>`)}${wp('column', `<div>${p('b')}</div>`)}</div>`,
      ),
      '<p>a</p><p>b</p>',
      ['Columns stand one after another'],
    ],
    ['a group', wp('group', `<div>${p('a')}</div>`), '<p>a</p>', []],
    [
      'a cover',
      wp(
        'cover',
        `<div><img class="wp-block-cover__image-background" alt="P" src="/p.jpg"/><div>${p('a')}</div></div>`,
        '{"url":"/p.jpg"}',
      ),
      '<figure><img src="https://example.org/p.jpg" alt="P"></figure><p>a</p>',
      ['A cover is its picture and its words, one after the other'],
    ],
    [
      'a cover of old',
      wp('cover', `<div style="background-image:url(/p.jpg)">${p('a')}</div>`, '{"url":"/p.jpg"}'),
      '<figure><img src="https://example.org/p.jpg" alt=""></figure><p>a</p>',
      ['A cover is its picture and its words, one after the other'],
    ],
    [
      'media and text',
      wp('media-text', `<div><figure><img src="/p.jpg" alt="P"/></figure><div>${p('a')}</div></div>`),
      '<figure><img src="https://example.org/p.jpg" alt="P"></figure><p>a</p>',
      ['A picture beside text stands before or after it'],
    ],
    [
      'details',
      wp('details', `<details><summary>More</summary>${p('a')}</details>`),
      '<p><strong>More</strong></p><p>a</p>',
      ['What opened at a press is open'],
    ],
    ['own HTML', wp('html', '<div><b>x</b><script>1</script></div>'), '<p><strong>x</strong></p>', []],
    [
      'a text of the old editor between blocks',
      `${p('a')}\n\nOld\ntext\n\nmore`,
      '<p>a</p><p>Old<br>text</p><p>more</p>',
      [],
    ],
    [
      'a list of stories',
      `${p('a')}<!-- wp:latest-posts {"postsToShow":3} /-->`,
      '<p>a</p>',
      ['The block “latest-posts”, which WordPress fills when it shows the page'],
    ],
    [
      'a block of a plugin',
      wp('acme/box', '<div><p>In</p></div>', '{"x":1}'),
      '<p>In</p>',
      ['What the block “acme/box” holds is in the story, without the block'],
    ],
    [
      'a block that was hidden',
      wp('paragraph', '<p>Hidden</p>', '{"metadata":{"blockVisibility":false}}'),
      '',
      ['A block that was hidden from readers'],
    ],
    [
      'a shared block that is missing',
      '<!-- wp:block {"ref":99} /-->',
      '',
      ['A block that several stories share, which the file does not have'],
    ],
    ['one that is not ended', '<!-- wp:group --><div><!-- wp:paragraph --><p>a</p>', '<p>a</p>', []],
    ['an end without a beginning', `<!-- /wp:group -->${p('a')}`, '<p>a</p>', []],
    ['broken attributes', wp('paragraph', '<p>a</p>', '{"x":'), '<p>a</p>', []],
    [
      'attributes with special names',
      wp('paragraph', '<p>a</p>', '{"__proto__":{"url":"x"}}'),
      '<p>a</p>',
      [],
    ],
    ['more', `${p('a')}<!-- wp:more --><!--more--><!-- /wp:more -->${p('b')}`, '<p>a</p><p>b</p>', []],
  ])('%s', async (_, source, html, notes) => {
    expect(await bodyOf(source)).toEqual({ html, notes })
  })

  test('a shared block is in the story that shows it, and one within itself ends', async () => {
    const items = await itemsOfWxr(
      wxrItem({ 'content:encoded': '<!-- wp:block {"ref":5} /-->' }) +
        wxrItem({
          'wp:post_id': '5',
          'wp:post_type': 'wp_block',
          'content:encoded': `${p('Shared')}<!-- wp:block {"ref":5} /-->`,
        }),
    )
    expect(ofKind(items, 'story')[0]?.html).toBe('<p>Shared</p>')
    expect(ofKind(items, 'left out')).toMatchObject([{ what: 'Shared block' }])
  })
})

const GROWTH = 16

test.each<[what: string, size: number, work: (source: string) => unknown, part: string]>([
  [
    'open brackets',
    4_000,
    (source) =>
      replaceShortcodes(
        source,
        () => true,
        () => null,
      ),
    '[a ',
  ],
  [
    'shortcodes without an end',
    4_000,
    (source) =>
      replaceShortcodes(
        source,
        () => true,
        () => null,
      ),
    '[caption]',
  ],
  [
    'tags without an end',
    4_000,
    (source) =>
      replaceShortcodes(
        source,
        () => true,
        () => null,
      ),
    '<a "',
  ],
  ['blocks without an end', 2_000, parseBlocks, '<!-- wp:a -->'],
  ['comments without an end', 4_000, parseBlocks, '<!-- wp:a '],
  ['line ends', 2_000, (source) => withParagraphs(nodesOf(source)), 'a\n \n'],
])('%s take time that grows with their number', (_, size, work, part) => {
  const worked = () => process.threadCpuUsage().user + process.threadCpuUsage().system
  const timeOf = (count: number) => {
    const source = part.repeat(count)
    const times = Array.from({ length: 3 }, () => {
      const start = worked()
      work(source)
      return worked() - start
    })
    return Math.min(...times)
  }
  timeOf(size)
  // Quadratic work would be 256 times as much.
  expect(timeOf(size * GROWTH)).toBeLessThan(Math.max(timeOf(size), 2_000) * GROWTH * 5)
})
