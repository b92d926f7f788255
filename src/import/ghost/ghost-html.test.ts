import { expect, test } from 'vitest'
import { ghostBody } from './body.ts'

const bodyOf = (html: string) =>
  ghostBody({ lexical: '', mobiledoc: '', html, markdown: '' }, { base: null, language: 'en', opening: [] })

test.each<[what: string, source: string, html: string]>([
  [
    'pictures',
    '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><a href="https://b.example"><img src="__GHOST_URL__/content/images/size/w600/format/webp/a.jpg" class="kg-image" alt="A" srcset="x 600w"></a><figcaption>By <b>Ada</b></figcaption></figure>',
    '<figure data-width="wide"><a href="https://b.example"><img src="/content/images/a.jpg" alt="A"></a><figcaption>By <strong>Ada</strong></figcaption></figure>',
  ],
  [
    'pictures beside text',
    '<p>a</p><img src="/a.jpg"><p>b</p>',
    '<p>a</p><figure><img src="/a.jpg"></figure><p>b</p>',
  ],
  [
    'galleries',
    '<figure class="kg-card kg-gallery-card kg-width-wide"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.jpg" alt="A"></div><div class="kg-gallery-image"><a href="/x/"><img src="/b.jpg"></a></div></div></div><figcaption>Both</figcaption></figure>',
    '<figure data-block="pictures" data-width="wide"><figure><img src="/a.jpg" alt="A"></figure><figure><a href="/x/"><img src="/b.jpg" alt=""></a><figcaption>Both</figcaption></figure></figure>',
  ],
  [
    'bookmarks',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A &amp; B</div><div class="kg-bookmark-description">Long</div></div><div class="kg-bookmark-thumbnail"><img src="/t.jpg"></div></a></figure>',
    '<p><a href="https://a.example">A &#x26; B</a></p>',
  ],
  [
    'films',
    '<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe><figcaption>Song</figcaption></figure>',
    '<figure data-block="embed"><a href="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed">https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed</a><figcaption>Song</figcaption></figure>',
  ],
  [
    'films without a card',
    '<p><iframe src="https://player.vimeo.com/video/93206523"></iframe></p>',
    '<figure data-block="embed"><a href="https://player.vimeo.com/video/93206523">https://player.vimeo.com/video/93206523</a></figure>',
  ],
  [
    'callouts',
    '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Hot <b>kiln</b></div></div>',
    '<aside data-block="note"><p>💡 Hot <strong>kiln</strong></p></aside>',
  ],
  [
    'toggles',
    '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Clay</p></div></div>',
    '<h4>More</h4><p>Clay</p>',
  ],
  [
    'buttons',
    '<div class="kg-card kg-button-card kg-align-center"><a href="/go/" class="kg-btn kg-btn-accent">Go</a></div>',
    '<p><a href="/go/">Go</a></p>',
  ],
  [
    'sounds',
    '<div class="kg-card kg-audio-card"><img src="" class="kg-audio-thumbnail kg-audio-hide"><div class="kg-audio-player-container"><audio src="/content/media/a.mp3"></audio><div class="kg-audio-title">Rain</div></div></div>',
    '<p><a href="/content/media/a.mp3">Rain</a></p>',
  ],
  [
    'films of the magazine',
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/content/media/a.mp4" poster="/p.jpg"></video></div><figcaption>Rain</figcaption></figure>',
    '<p><a href="/content/media/a.mp4">a.mp4</a></p><p>Rain</p>',
  ],
  [
    'files',
    '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/content/files/a.pdf"><div class="kg-file-card-contents"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">Two pages</div><div class="kg-file-card-filename">a.pdf</div></div></a></div>',
    '<p><a href="/content/files/a.pdf">Plan</a></p><p>Two pages</p>',
  ],
  [
    'headers',
    '<div class="kg-card kg-header-card kg-v2"><picture><img class="kg-header-card-image" src="/a.jpg"></picture><div><h2 class="kg-header-card-heading">Big</h2><p class="kg-header-card-subheading">Small</p><a href="/go/" class="kg-header-card-button">Go</a></div></div>',
    '<figure><img src="/a.jpg" alt=""></figure><h2>Big</h2><p>Small</p><p><a href="/go/">Go</a></p>',
  ],
  [
    'products',
    '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="/a.jpg" class="kg-product-card-image"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title">Bowl</h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg></svg></span><span class="kg-product-card-rating-star"><svg></svg></span></div><div class="kg-product-card-description"><p>Round</p></div><a href="https://a.example" class="kg-product-card-button"><span>Buy</span></a></div></div>',
    '<figure><img src="/a.jpg" alt=""></figure><h4>Bowl</h4><p>★☆☆☆☆</p><p>Round</p><p><a href="https://a.example">Buy</a></p>',
  ],
  [
    'forms for subscribing',
    '<p>a</p><div class="kg-card kg-signup-card"><h2>Join</h2><form><input></form></div>',
    '<p>a</p>',
  ],
  [
    'code of GitHub',
    '<p>a</p><script src="//gist.github.com/ada/38239.js?file=a"></script>',
    '<p>a</p><p><a href="https://gist.github.com/ada/38239">https://gist.github.com/ada/38239</a></p>',
  ],
  ['old Markdown cards', '<!--kg-card-begin: markdown--><p>a</p><!--kg-card-end: markdown-->', '<p>a</p>'],
  ['large quotations', '<blockquote class="kg-blockquote-alt">a</blockquote>', '<blockquote>a</blockquote>'],
])('HTML of Ghost: %s', (_, source, html) => {
  expect(bodyOf(source).html).toBe(html)
})

test.each([
  ['<p>a</p><!--members-only--><p>b</p>', true],
  ['<p>a</p><!-- members-only --><p>b</p>', true],
  [
    '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>a</p><!--kg-gated-block:end-->',
    true,
  ],
  ['<!--kg-gated-block:begin nonMember:true memberSegment:"" --><p>a</p><!--kg-gated-block:end-->', false],
  ['<p>a</p><!--more-->', false],
])('whether a part of %s is for members only: %s', (source, isGated) => {
  expect(bodyOf(source).isGated).toBe(isGated)
})

test('a text that cannot be read is taken from its HTML, and never more openly', () => {
  const row = { lexical: '{"root"', mobiledoc: '{}', html: '<p>a</p><!--members-only-->', markdown: '' }
  expect(ghostBody(row, { base: null, language: 'en', opening: [] })).toEqual({
    html: '<p>a</p>',
    notes: [{ kind: 'changed', text: 'Its text cannot be read as the editor had it: taken from its HTML' }],
    isGated: true,
  })
})
