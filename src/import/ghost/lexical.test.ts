import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ghostBody } from './body.ts'

const lexical = (children: unknown[]) => JSON.stringify({ root: { type: 'root', version: 1, children } })
const bodyOf = (source: string, base: string | null = null) =>
  ghostBody({ lexical: source, mobiledoc: '', html: '', markdown: '' }, { base, language: 'en', opening: [] })

const words = (text: string, format = 0) => ({ type: 'extended-text', text, format })
const block = (type: string, ...children: unknown[]) => ({ type, children })
const paragraph = (text: string) => block('paragraph', words(text))
const list = (listType: string, ...children: unknown[]) => ({ type: 'list', listType, children })
const item = (...children: unknown[]) => block('listitem', ...children)

test.each<[what: string, nodes: unknown[], html: string, notes?: string[]]>([
  [
    'formats',
    [
      block(
        'paragraph',
        ...[words('a', 1), words('b', 2), words('c', 3), words('d', 4), words('e', 8)],
        ...[words('f', 16), words('g', 32), words('h', 64), words('<i>')],
      ),
    ],
    '<p><strong>a</strong><em>b</em><em><strong>c</strong></em><s>d</s><u>e</u><code>f</code><sub>g</sub><sup>h</sup>&#x3C;i></p>',
  ],
  ['a highlight', [block('paragraph', words('a', 128))], '<p>a</p>', ['A highlight is plain text']],
  ['breaks', [block('paragraph', words('a'), { type: 'linebreak' }, words('b'))], '<p>a<br>b</p>'],
  ['headings', [{ ...block('extended-heading', words('a')), tag: 'h3' }], '<h3>a</h3>'],
  [
    'links',
    [block('paragraph', { ...block('link', words('a')), url: '__GHOST_URL__/clay/' })],
    '<p><a href="/clay/">a</a></p>',
  ],
  [
    'links to windows of Ghost',
    [block('paragraph', { ...block('link', words('Subscribe')), url: '#/portal/signup' })],
    '<p>Subscribe</p>',
    ['A link that opens a window of Ghost is plain text'],
  ],
  [
    'hostile links',
    [block('paragraph', { ...block('link', words('a')), url: 'javascript:alert(1)' })],
    '<p><a>a</a></p>',
  ],
  [
    'lists within lists',
    [
      list(
        'bullet',
        item(words('a')),
        item(list('number', item(words('b')), item(words('c')))),
        item(words('d')),
      ),
    ],
    '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul>',
  ],
  [
    'numbered lists that begin elsewhere',
    [{ ...list('number', item(words('a'))), start: 3 }],
    '<ol start="3"><li>a</li></ol>',
  ],
  ['lists of tasks', [list('check', { ...item(words('a')), checked: true })], '<ul><li>☑ a</li></ul>'],
  [
    'quotations with their speaker',
    [
      block(
        'extended-quote',
        ...[words('One'), { type: 'linebreak' }, words('line'), { type: 'linebreak' }, words('– Ada')],
      ),
    ],
    '<blockquote><p>One<br>line</p><p>— Ada</p></blockquote>',
  ],
  ['asides', [block('aside', words('a'))], '<blockquote><p>a</p></blockquote>'],
  ['rules', [paragraph('a'), { type: 'horizontalrule' }, paragraph('b')], '<p>a</p><hr><p>b</p>'],
  [
    'code',
    [{ type: 'codeblock', code: 'a < b\n', language: 'js', caption: 'In JS' }],
    '<pre><code>a &#x3C; b\n</code></pre><p>In JS</p>',
  ],
  [
    'pictures with caption, alt, link and width',
    [
      {
        ...{ type: 'image', src: '__GHOST_URL__/content/images/size/w1000/2024/01/a.jpg', alt: 'A "bowl"' },
        ...{ title: '', caption: '<span>By <a href="https://a.example">Ada</a></span>' },
        ...{ cardWidth: 'wide', href: 'https://b.example', width: 10, height: 10 },
      },
    ],
    '<figure data-width="wide"><a href="https://b.example"><img src="/content/images/2024/01/a.jpg" alt="A &#x22;bowl&#x22;"></a><figcaption>By <a href="https://a.example">Ada</a></figcaption></figure>',
  ],
  [
    'galleries with a caption',
    [
      {
        type: 'gallery',
        images: [{ src: '/a.jpg', alt: 'A' }, { src: '/b.jpg', caption: 'Own' }, { src: '/c.jpg' }],
        caption: 'All',
      },
    ],
    '<figure data-block="pictures" data-width="wide"><figure><img src="/a.jpg" alt="A"></figure><figure><img src="/b.jpg" alt=""><figcaption>Own</figcaption></figure><figure><img src="/c.jpg" alt=""><figcaption>All</figcaption></figure></figure>',
  ],
  [
    'a gallery of one',
    [{ type: 'gallery', images: [{ src: '/a.jpg' }] }],
    '<figure><img src="/a.jpg" alt=""></figure>',
  ],
  ['Markdown', [{ type: 'markdown', markdown: '#A\nb\n*c*' }], '<h1>A</h1>\n<p>b<br>\n<em>c</em></p>'],
  [
    'HTML',
    [{ type: 'html', html: '<div onclick="x()">a</div><script>x()</script>' }],
    '<p>a</p>',
    ['A script'],
  ],
  [
    'bookmarks',
    [
      {
        type: 'bookmark',
        url: 'https://a.example/b',
        metadata: { title: 'B', description: 'Long', icon: 'x' },
        caption: 'See',
      },
    ],
    '<p><a href="https://a.example/b">B</a></p><p>See</p>',
    ['A bookmark is a link: its picture and description are not there'],
  ],
  [
    'films',
    [
      {
        type: 'embed',
        url: 'https://youtu.be/dQw4w9WgXcQ',
        embedType: 'video',
        html: '<iframe></iframe>',
        metadata: { title: 'Song' },
        caption: 'A song',
      },
    ],
    '<figure data-block="embed"><a href="https://youtu.be/dQw4w9WgXcQ">Song</a><figcaption>A song</figcaption></figure>',
  ],
  [
    'films of others',
    [
      {
        type: 'embed',
        url: 'https://films.example/1',
        html: '<iframe src="https://films.example/e/1"></iframe>',
        metadata: {},
      },
    ],
    '<p><a href="https://films.example/1">https://films.example/1</a></p>',
    ['What was shown from films.example is a link'],
  ],
  [
    'posts of X',
    [
      {
        ...{ type: 'embed', embedType: 'twitter', url: 'https://twitter.com/ada/status/1' },
        html: '<blockquote class="twitter-tweet"><p lang="en">Clay.</p>&mdash; Ada (@ada) <a href="https://twitter.com/ada/status/1">May 1</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script>',
      },
    ],
    '<blockquote><p>Clay.</p><p>— Ada (@ada) <a href="https://twitter.com/ada/status/1">May 1</a></p></blockquote>',
    ['A post from twitter.com is a quotation'],
  ],
  [
    'buttons',
    [{ type: 'button', buttonText: 'Buy', buttonUrl: '__GHOST_URL__/shop/' }],
    '<p><a href="/shop/">Buy</a></p>',
  ],
  [
    'callouts',
    [{ type: 'callout', calloutEmoji: '💡', calloutText: '<p><b>Mind</b> the kiln</p><p>Hot</p>' }],
    '<aside data-block="note"><p>💡 <strong>Mind</strong> the kiln</p><p>Hot</p></aside>',
    ['A callout is a note beside the text'],
  ],
  [
    'toggles',
    [{ type: 'toggle', heading: '<span>More</span>', content: '<p>Clay</p><p>Fire</p>' }],
    '<h4>More</h4><p>Clay</p><p>Fire</p>',
    ['What opened at a press is always open'],
  ],
  ...(['audio', 'video', 'file'] as const).map((type): [string, unknown[], string, string[]] => [
    `${type} files`,
    [{ type, src: `__GHOST_URL__/content/${type}/a.bin`, title: '', fileName: 'Ours', caption: 'C' }],
    `<p><a href="/content/${type}/a.bin">Ours</a></p><p>C</p>`,
    [`A ${{ audio: 'sound', video: 'film', file: 'file' }[type]} is a link to its file`],
  ]),
  [
    'headers',
    [
      {
        type: 'header',
        version: 2,
        header: '<span>Big</span>',
        subheader: 'Small',
        buttonEnabled: true,
        buttonText: 'Go',
        buttonUrl: '/go/',
        backgroundImageSrc: '/a.jpg',
      },
    ],
    '<figure><img src="/a.jpg" alt=""></figure><h2>Big</h2><p>Small</p><p><a href="/go/">Go</a></p>',
    ['A header is a heading with its text'],
  ],
  [
    'products',
    [
      {
        type: 'product',
        productTitle: 'Bowl',
        productDescription: '<p>Round</p>',
        productImageSrc: '/a.jpg',
        productRatingEnabled: true,
        productStarRating: 4,
        productButtonEnabled: true,
        productButton: 'Buy',
        productUrl: 'https://a.example',
      },
    ],
    '<figure><img src="/a.jpg" alt=""></figure><h4>Bowl</h4><p>★★★★☆</p><p>Round</p><p><a href="https://a.example">Buy</a></p>',
    ['A product is a heading with its picture and text'],
  ],
  [
    'calls to action',
    [
      {
        type: 'call-to-action',
        hasSponsorLabel: true,
        sponsorLabel: '<p>Sponsored</p>',
        textValue: '<p>Buy clay</p>',
        showButton: true,
        buttonText: 'Buy',
        buttonUrl: 'https://a.example',
      },
    ],
    '<p>Sponsored</p><p>Buy clay</p><p><a href="https://a.example">Buy</a></p>',
    ['A call to action is plain text with a link'],
  ],
  ['forms for subscribing', [{ type: 'signup', header: 'Join' }], '', ['A form for subscribing']],
  [
    'what only letters show',
    [
      { type: 'email', html: '<p>Hi</p>' },
      { type: 'email-cta', html: '<p>Buy</p>' },
    ],
    '',
    ['What only the letter showed', 'What only the letter showed'],
  ],
  ['players of members', [{ type: 'transistor' }], '', ['The podcasts of members']],
  [
    'links that are not finished',
    [
      block(
        'paragraph',
        words('a'),
        block('at-link', { type: 'zwnj' }, { type: 'at-link-search', text: 'x' }),
      ),
    ],
    '<p>a</p>',
    ['A link that was not finished'],
  ],
  [
    'tables',
    [
      block(
        'table',
        block('tablerow', { ...block('tablecell', paragraph('a')), headerState: 1 }),
        block('tablerow', { ...block('tablecell', paragraph('b')), headerState: 0 }),
      ),
    ],
    '<table><tr><th><p>a</p></th></tr><tr><td><p>b</p></td></tr></table>',
  ],
  [
    'unknown blocks',
    [block('fold', paragraph('a'))],
    '<p>a</p>',
    ['What the block “fold” held is plain text'],
  ],
  [
    'unknown cards',
    [{ type: 'poll', text: 'Clay?', html: '<p>Yes</p>', url: '' }],
    '<p>Yes</p><p>Clay?</p>',
    ['What the card “poll” held is plain text'],
  ],
])('Lexical: %s', (_, nodes, html, notes = []) => {
  const body = bodyOf(lexical(nodes))
  expect(body.html).toBe(html)
  expect(body.notes.map(({ text }) => text)).toEqual(notes)
  expect(body.isGated).toBe(false)
})

const ALL = 'status:free,status:-free'
test.each<[what: string, visibility: unknown, shown: boolean, isGated: boolean]>([
  ['everybody', { web: { nonMember: true, memberSegment: ALL }, email: { memberSegment: ALL } }, true, false],
  ['members', { web: { nonMember: false, memberSegment: ALL }, email: { memberSegment: ALL } }, true, true],
  [
    'visitors only',
    { web: { nonMember: true, memberSegment: '' }, email: { memberSegment: '' } },
    true,
    false,
  ],
  [
    'letters only',
    { web: { nonMember: false, memberSegment: '' }, email: { memberSegment: ALL } },
    false,
    false,
  ],
  ['letters only, as before 2025', { showOnWeb: false, showOnEmail: true }, false, false],
  ['letters only, as at first', { emailOnly: true, segment: '' }, false, false],
  ['whom nobody knows', { web: { nonMember: 'maybe' } }, true, true],
])('a card for %s', (_, visibility, shown, isGated) => {
  const body = bodyOf(lexical([{ type: 'html', html: '<p>Canary</p>', visibility }]))
  expect(body.html).toBe(shown ? '<p>Canary</p>' : '')
  expect(body.isGated).toBe(isGated)
})

test('an appeal to members is left out, and the story stays public', () => {
  const visibility = { web: { nonMember: false, memberSegment: ALL } }
  const body = bodyOf(lexical([{ type: 'call-to-action', textValue: 'Canary', visibility }]))
  expect(body).toEqual({
    html: '',
    notes: [{ kind: 'dropped', text: 'An appeal to members' }],
    isGated: false,
  })
})

test('a paywall makes the whole text one for members', () => {
  expect(bodyOf(lexical([paragraph('a'), { type: 'paywall' }, paragraph('b')]))).toMatchObject({
    html: '<p>a</p><p>b</p>',
    isGated: true,
  })
})

test('the address of the magazine stands where Ghost writes its name', () => {
  const link = { ...block('link', words('a')), url: '__GHOST_URL__/clay/' }
  const body = bodyOf(
    lexical([block('paragraph', link), { type: 'image', src: '/blog/content/images/a.jpg' }]),
    'https://a.example/blog',
  )
  expect(body.html).toBe(
    '<p><a href="https://a.example/blog/clay/">a</a></p><figure><img src="https://a.example/blog/content/images/a.jpg" alt=""></figure>',
  )
})

test('links to headings of the same text still lead there', () => {
  const to = (url: string) => block('paragraph', { ...block('link', words('a')), url })
  const heading = (text: string) => ({ ...block('heading', words(text)), tag: 'h2' })
  const body = bodyOf(lexical([to('#the-clay'), to('#itsfire'), heading('The clay'), heading('It’s fire!')]))
  expect(body.html).toBe(
    '<p><a href="#s-the-clay">a</a></p><p><a href="#s-itsfire">a</a></p><h2 id="s-the-clay">The clay</h2><h2 id="s-itsfire">It’s fire!</h2>',
  )
})

test('a real document of Ghost’s editor is read as a whole', () => {
  const source = readFileSync('tests/fixtures/exports/lexical-content.json', 'utf8')
  const { html, notes } = bodyOf(source)
  expect(notes).toEqual([])
  expect(html.match(/<(?:p|h3|figure)>/g)).toHaveLength(13)
  expect(html).toContain('(and so does <code>ctrl/⌘</code> + <code>I</code>)')
  expect(html).toContain('<figure><img src="/Koenig-editor-2.png" alt=""></figure>')
})

test('lists within each other by the thousand are no document', () => {
  const [open, close] = ['{"type":"list","children":[{"type":"listitem","children":[', ']}]}']
  const source = `{"root":{"children":[${open.repeat(20_000)}${close.repeat(20_000)}]}}`
  expect(bodyOf(source)).toEqual({
    html: '',
    notes: [{ kind: 'dropped', text: 'Its text, which cannot be read' }],
    isGated: false,
  })
})
