import { expect, test } from 'vitest'
import { substackBody } from './body.ts'
import { originalPicture } from './pictures.ts'

const data = (value: unknown) => `data-attrs="${JSON.stringify(value).replaceAll('"', '&quot;')}"`
const MEDIA = 'https://substack-post-media.s3.amazonaws.com/public/images'

test.each([
  [
    'a post of another network',
    `<div class="twitter-embed" ${data({ url: 'https://x.com/a/status/1', full_text: 'Clay &amp; <a href="/x">fire</a>', username: 'a', name: 'Anna' })}></div>`,
    '<blockquote><p>Clay &#x26; <a href="/x">fire</a></p><p>— Anna, <a href="https://x.com/a/status/1">@a</a></p></blockquote>',
    ['A post of another network is a quotation with a link'],
  ],
  [
    'a post as old files have it',
    '<div class="tweet"><a href="https://twitter.com/a/status/1"><span class="tweet-author-name">Anna</span><span class="tweet-author-handle">@a</span></a><p class="tweet-text">Clay</p></div>',
    '<blockquote><p>Clay</p><p>— Anna, <a href="https://twitter.com/a/status/1">@a</a></p></blockquote>',
    ['A post of another network is a quotation with a link'],
  ],
  [
    'a gallery',
    `<div class="image-gallery-embed" ${data({ gallery: { images: [{ src: `${MEDIA}/a.jpg` }, { src: `${MEDIA}/b.jpg` }], caption: 'Two pots', alt: 'Pots' } })}></div>`,
    `<figure data-block="pictures"><figure><img src="${MEDIA}/a.jpg" alt="Pots"></figure><figure><img src="${MEDIA}/b.jpg" alt="Pots"><figcaption>Two pots</figcaption></figure></figure>`,
    [],
  ],
  [
    'a gallery as pages have it',
    `<figure class="frontend-components-ImageGallery-module__imageGallery--shoTe"><div class="x-ImageGallery-module__imageRow--R"><picture><img src="https://substackcdn.com/image/fetch/w_474,c_limit,f_auto/${encodeURIComponent(`${MEDIA}/a.jpg`)}" alt="One"></picture><picture><img src="${MEDIA}/b.jpg" alt="Two"></picture></div><figcaption>Both</figcaption></figure>`,
    `<figure data-block="pictures"><figure><img src="${MEDIA}/a.jpg" alt="One"></figure><figure><img src="${MEDIA}/b.jpg" alt="Two"><figcaption>Both</figcaption></figure></figure>`,
    [],
  ],
  [
    'a picture with a link of its own',
    `<a class="image-link image2" href="https://example.org"><img src="${MEDIA}/a.jpg" ${data({ src: `${MEDIA}/a.jpg`, href: 'https://example.org' })}></a>`,
    `<figure><a href="https://example.org"><img src="${MEDIA}/a.jpg" alt=""></a></figure>`,
    [],
  ],
  [
    'films and sounds',
    `<div class="vimeo-wrap" ${data({ videoId: '76979871' })}></div>` +
      `<div class="soundcloud-wrap" ${data({ url: 'https://soundcloud.com/a/b', title: 'B' })}><iframe src="https://w.soundcloud.com/player/?url=x"></iframe></div>` +
      `<iframe class="spotify-wrap" ${data({ url: 'https://open.spotify.com/episode/1a2b', title: 'Ep' })} src="https://open.spotify.com/embed/episode/1a2b"></iframe>`,
    '<figure data-block="embed"><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></figure>' +
      '<figure data-block="embed"><a href="https://soundcloud.com/a/b">B</a></figure>' +
      '<figure data-block="embed"><a href="https://open.spotify.com/episode/1a2b">Ep</a></figure>',
    [],
  ],
  [
    'what plays elsewhere only',
    `<div class="apple-podcast-container"><iframe class="apple-podcast" ${data({ title: 'Ep', targetUrl: 'https://podcasts.apple.com/1' })} src="https://embed.podcasts.apple.com/1"></iframe></div>` +
      `<div class="instagram-embed-wrap" ${data({ instagram_id: 'Ab_1' })}></div><iframe src="https://example.org/map"></iframe>`,
    '<p><a href="https://podcasts.apple.com/1">Ep</a></p><p><a href="https://www.instagram.com/p/Ab_1/">www.instagram.com/p/Ab_1/</a></p><p><a href="https://example.org/map">example.org/map</a></p>',
    [
      'What was shown from podcasts.apple.com is a link',
      'What was shown from www.instagram.com is a link',
      'What was shown from example.org is a link',
    ],
  ],
  [
    'what is only at Substack',
    `<div class="native-video-embed" ${data({ mediaUploadId: 'x' })}></div><div class="native-audio-embed" ${data({})}></div><div class="poll-embed" ${data({ id: 1 })}></div><div class="polymarket-embed" ${data({ eventSlug: 'x' })} data-component-name="PolymarketToDOM"></div>`,
    '',
    [
      'A film that is only at Substack',
      'A sound that is only at Substack',
      'A poll',
      'A block “polymarket-embed” of Substack',
    ],
  ],
  [
    'cards of stories, one of them encoded twice',
    `<div class="digest-post-embed" ${data({ canonical_url: 'https://a.substack.com/p/b', title: 'B' })}></div>` +
      `<div class="embedded-post-wrap" ${data({ url: 'https://c.substack.com/p/d', title: 'D' }).replaceAll('&quot;', '&amp;quot;')}><a class="embedded-post" href="https://c.substack.com/p/d?utm=1"><div class="embedded-post-title">D</div></a></div>`,
    '<p><a href="https://a.substack.com/p/b">B</a></p><p><a href="https://c.substack.com/p/d">D</a></p>',
    ['A card of another story is a link', 'A card of another story is a link'],
  ],
  [
    'buttons',
    '<p class="button-wrapper"><a class="button primary" href="%%checkout_url%%"><span>Subscribe now</span></a></p><div class="captioned-button-wrap"><div class="preamble"><p class="cta-caption">Share it.</p></div><p class="button-wrapper"><a class="button" href="https://a.substack.com/p/b?action=share"><span>Share</span></a></p></div><p class="button-wrapper"><a class="button" href="https://example.org/book"><span>The book</span></a></p>',
    '<p><a href="https://example.org/book">The book</a></p>',
    [
      'A button of Substack, such as to subscribe or share',
      'A button of Substack, such as to subscribe or share',
      'A button is a link',
    ],
  ],
  [
    'a formula, a file and a mention',
    `<div class="latex-rendered" ${data({ persistentExpression: 'a^2' })}></div><div class="file-embed-wrapper"><div class="file-embed-details-h1">Plan</div><a class="file-embed-button" href="https://a.substack.com/api/v1/file/1.pdf"><span>Download</span></a></div><p>By <span class="mention-wrap" ${data({ name: 'Anna' })}></span></p>`,
    '<pre>a^2</pre><p><a href="https://a.substack.com/api/v1/file/1.pdf">Plan</a></p><p>By <span>Anna</span></p>'.replace(
      '<span>Anna</span>',
      'Anna',
    ),
    ['A formula is shown as its source', 'A file to download is a link to Substack'],
  ],
  [
    'a poem, a box and paragraphs with boxes in them',
    '<div class="preformatted-block"><label class="hide-text">Text within this block</label><pre class="text">One\n  two</pre></div><div class="callout-block"><p>Mind.</p></div><p>One<div>Two</div></p>',
    '<pre>One\n  two</pre><aside data-block="note"><p>Mind.</p></aside><p>One</p><p>Two</p>',
    [],
  ],
])('%s', (_, html, expected, notes) => {
  const body = substackBody(html, 'en', null)
  expect(body.html).toBe(expected)
  expect(body.notes.map(({ text }) => text)).toEqual(notes)
})

test('hostile HTML is harmless', () => {
  const { html } = substackBody(
    `<div class="constructor __proto__"><img src=x onerror=alert(1)><script>alert(1)</script></div><div class="embedded-post-wrap" ${data({ url: 'javascript:alert(1)', title: 'x' })}></div><div class="twitter-embed" data-attrs="{broken"></div>`,
    'en',
    null,
  )
  expect(html).toBe('<figure><img src="x"></figure>')
})

test.each([
  [
    'https://substackcdn.com/image/fetch/$s_!ab!,w_1456/https%3A%2F%2Fsubstack-post-media.s3.amazonaws.com%2Fpublic%2Fimages%2Fa_1x1.png',
    `${MEDIA}/a_1x1.png`,
  ],
  [
    'https://cdn.substack.com/image/fetch/w_100/https://bucketeer-e05b.s3.amazonaws.com/public/images/a.png',
    `${MEDIA}/a.png`,
  ],
  ['https://substackcdn.com/image/fetch/w_1/%E0%A4%A', 'https://substackcdn.com/image/fetch/w_1/%E0%A4%A'],
  ['https://example.org/a.png', 'https://example.org/a.png'],
])('a resized picture leads to its original: %s', (address, original) => {
  expect(originalPicture(address)).toBe(original)
})
