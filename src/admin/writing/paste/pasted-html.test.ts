import { describe, expect, test } from 'vitest'
import { expectSameLines } from '../../../../tests/support/any-html.ts'
import { cleanPastedHtml } from './pasted-html.ts'

const own = (src: string) => src.startsWith('http://127.0.0.1:54321/storage/')
const clean = (html: string) => cleanPastedHtml(html, own, 'en-GB').html

describe('pasted from Google Docs', () => {
  test('the bold that wraps everything is none, styled spans are marks', () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal">Plain </span><span style="font-weight:700">bold</span><span style="font-style:italic;text-decoration:underline"> both</span></p><br><p><span style="text-decoration:line-through">gone</span></p></b><br class="Apple-interchange-newline">'
    expect(clean(html)).toBe('<p>Plain <strong>bold</strong><u><em> both</em></u></p><p><s>gone</s></p>')
  })

  test('a link leads where it is said to lead, and is not underlined twice', () => {
    const html =
      '<p><span style="text-decoration:underline"><a href="https://www.google.com/url?q=https://mantel.example/a&amp;sa=D">here</a></span></p>'
    expect(clean(html)).toBe('<p><a href="https://mantel.example/a">here</a></p>')
  })
})

describe('lists and tables of Google Docs', () => {
  const docs = (inside: string) =>
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-77">${inside}</b>`

  test('a deeper list goes into the item it follows', () => {
    const html =
      '<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt">Oak</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" aria-level="2"><p><span>Burr</span></p></li></ul><li aria-level="1"><p><span>Ash</span></p></li></ul>'
    expect(clean(docs(html))).toBe(
      '<ul><li><p>Oak</p><ul><li><p>Burr</p></li></ul></li><li><p>Ash</p></li></ul>',
    )
  })

  test('a table keeps its cells, the empty ones, too', () => {
    const html =
      '<div dir="ltr" align="left"><table style="border:none"><colgroup><col width="1"></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:700">Oak</span></p></td><td><p><span>£12</span></p><p><span>a metre</span></p></td></tr><tr><td><p>Ash</p></td><td><br></td></tr></tbody></table></div><p>After</p>'
    expect(clean(docs(html))).toBe(
      '<table><tr><td><p><strong>Oak</strong></p></td><td><p>£12</p><p>a metre</p></td></tr><tr><td><p>Ash</p></td><td></td></tr></table><p>After</p>',
    )
  })
})

test('a table that only holds a page in place leaves its blocks', () => {
  expect(clean('<table><tr><td><h2>Layout</h2><p>One</p><p>Two</p></td></tr></table>')).toBe(
    '<h2>Layout</h2><p>One</p><p>Two</p>',
  )
})

describe('pasted from Word', () => {
  test('the text comes as it would be with every change accepted, and without remarks', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><xml><w:WordDocument></w:WordDocument></xml></head><body lang=EN-GB><!--StartFragment--><p class=MsoNormal><span lang=EN-US>“Smart” ‘quotes’ – and…</span><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[J1]</a><span style='mso-special-character:comment'>&nbsp;</span></span></span> kept<ins cite="mailto:Judith" datetime="2026-11-01"> new</ins><del cite="mailto:Judith" datetime="2026-11-01"> old</del><o:p></o:p></p><div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><p class=MsoCommentText>A remark</p></div></div><!--EndFragment--></body></html>`
    expect(clean(html)).toBe('<p>“Smart” ‘quotes’ – and… kept new</p>')
  })

  test('a table, a title and a quotation', () => {
    const html = `<p class=MsoTitle>The drawer</p><p class=MsoQuote>Keep it shut.</p><table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=1 valign=top><p class=MsoNormal>Oak<o:p></o:p></p></td><td><p class=MsoNormal>£12<o:p></o:p></p></td></tr></table>`
    expect(clean(html)).toBe(
      '<h1>The drawer</h1><blockquote><p>Keep it shut.</p></blockquote><table><tr><td><p>Oak</p></td><td><p>£12</p></td></tr></table>',
    )
  })

  const item = (level: number, marker: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

  test('indented paragraphs with a bullet become lists, numbers ordered ones', () => {
    expect(clean(`${item(1, '·', 'Oak')}\n${item(1, '·', 'Ash')}<p>After</p>`)).toBe(
      '<ul><li><p>Oak</p></li><li><p>Ash</p></li></ul><p>After</p>',
    )
    expect(clean(`${item(1, '1.', 'Measure')}${item(1, '2.', 'Cut')}`)).toBe(
      '<ol><li><p>Measure</p></li><li><p>Cut</p></li></ol>',
    )
  })

  test.each([
    ['4.', 'ol start="4"'],
    ['b)', 'ol type="a" start="2"'],
    ['C.', 'ol type="A" start="3"'],
    ['i.', 'ol type="i"'],
    ['IX.', 'ol type="I" start="9"'],
    ['(2)', 'ol start="2"'],
    ['§', 'ul'],
  ])('a list that begins with %s counts on from there', (marker, tag) => {
    expect(clean(item(1, marker, 'Oak'))).toBe(`<${tag}><li><p>Oak</p></li></${tag.slice(0, 2)}>`)
  })

  test('deeper items go into the item before them', () => {
    expect(clean(`${item(1, '1.', 'Wood')}${item(2, 'o', 'Oak')}${item(1, '2.', 'Stone')}`)).toBe(
      '<ol><li><p>Wood</p><ul><li><p>Oak</p></li></ul></li><li><p>Stone</p></li></ol>',
    )
  })

  test('styles, comments, empty paragraphs and bookmarks go', () => {
    const html =
      '<html xmlns:o="urn"><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal><a name="_Toc1"></a><b>Head</b></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><h1 style="color:red">Title</h1><!--EndFragment--></body></html>'
    expect(clean(html)).toBe('<p><strong>Head</strong></p><h1>Title</h1>')
  })
})

describe('pasted from anywhere', () => {
  test('lines and spaces of Safari and mail programs', () => {
    expect(
      clean(
        '<p>Hello<span class="Apple-converted-space">&nbsp;</span>there</p><div>One</div><div><br></div><div>Two</div>',
      ),
    ).toBe('<p>Hello there</p><p>One</p><p>Two</p>')
  })

  test('script and event handlers do not come along', () => {
    expect(clean('<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:x()">y</a></p>')).toBe(
      '<p>Hiy</p>',
    )
  })

  const leftOut = (html: string) => Object.fromEntries(cleanPastedHtml(html, own, 'en-GB').leftOut)

  test('only our own pictures stay, the others are counted', () => {
    const mine = 'http://127.0.0.1:54321/storage/v1/object/public/media/u/1.webp'
    const html = `<p>A<img src="https://lh3.googleusercontent.com/x"></p><img src="data:image/png;base64,xx"><img src="blob:https://a.example/1"><img src="${mine}" alt="Tub">`
    expect(clean(html)).toBe(`<p>A</p><img src="${mine}" alt="Tub">`)
    expect(leftOut(html)).toEqual({ picture: 3 })
  })

  test('a mark of another editor lets nothing through', () => {
    const html =
      '<p data-pm-slice="0 0 [&quot;figure&quot;,{&quot;src&quot;:&quot;https://tracker.example/a.png&quot;}]">Text</p><figure><img src="https://tracker.example/open.png"></figure>'
    expect(clean(html)).toBe('<p>Text</p>')
    expect(leftOut(html)).toEqual({ picture: 1 })
  })

  test.each([
    ['<p>a</p><iframe src="https://www.youtube.com/embed/x"></iframe><object></object>', { frame: 2 }],
    ['<p>a</p><video src="/a.mp4">No film</video><audio src="/a.mp3"></audio>', { film: 1, sound: 1 }],
    ['<p>a <math><mi>x</mi></math></p><svg width="400"><text>Chart</text></svg>', { formula: 1, drawing: 1 }],
    ['<p>a</p><input name="q"><textarea>b</textarea><select><option>c</select>', { 'form field': 3 }],
    [
      '<p>a <svg width="16"></svg><svg aria-hidden="true"></svg></p><img src="https://x.example/p" width="1" height="1"><input type="hidden">',
      {},
    ],
  ])('what a story cannot hold is counted: %s', (html, counts) => {
    expect(leftOut(html)).toEqual(counts)
    expect(clean(html).replace(/ (?=<)/, '')).toBe('<p>a</p>')
  })
})

test.each([
  [
    'lines without a paragraph stay lines',
    '<span>12 High Street</span><br><span>London N1</span><br><span>Open daily</span>',
    '12 High Street<br>London N1<br>Open daily',
  ],
  [
    'two breaks are two paragraphs',
    'First.<br><br>Second.<br>Third.',
    '<p>First.</p><p>Second.<br>Third.</p>',
  ],
  ['a break at the end is none', 'One line<br class="Apple-interchange-newline">', 'One line'],
  [
    'an element nobody knows stays in its line, also in a table of layout',
    '<table><tr><td><x-place>Bath</x-place> Road</td></tr><tr><td>12</td></tr></table>',
    '<p>Bath Road</p><p>12</p>',
  ],
  ['breaks between paragraphs are distance', '<p>a</p><br><br>b<br><p>c</p>', '<p>a</p><p>b</p><p>c</p>'],
  [
    'line ends that are shown stay',
    '<div style="white-space: pre-wrap">Dear all,\n\nbread\n  milk</div>',
    '<p>Dear all,<br><br>bread<br>  milk</p>',
  ],
  [
    'line ends that are shown stay, as newer browsers write them',
    '<span style="white-space-collapse: preserve;">a\nb</span>',
    'a<br>b',
  ],
  ['line ends that are not shown are blanks', '<p>a\nb</p>', '<p>a\nb</p>'],
  [
    'lines of code are lines of code',
    '<pre><span>if (a)</span><br><span>  b</span></pre><pre><div>c</div><div>d</div></pre>',
    '<pre>if (a)\n  b</pre><pre>c\nd</pre>',
  ],
  [
    'lines of an editor of code are code',
    '<div style="font-family: Consolas, monospace;white-space: pre;"><div><span>if (a)</span></div><br><div>  b</div></div>',
    '<pre>if (a)\n\n  b</pre>',
  ],
  [
    'raised and lowered signs stay',
    '<p>CO<sub>2</sub> 10<sup>6</sup> m<span style="vertical-align:super">2</span></p>',
    '<p>CO<sub>2</sub> 10<sup>6</sup> m<sup>2</sup></p>',
  ],
  [
    'lists count as they did',
    '<ol start="4"><li style="list-style-type:lower-alpha">d</li><li value="9">i</li></ol><ol reversed><li>1</li></ol>',
    '<ol type="a" start="4"><li>d</li><li value="9">i</li></ol><ol reversed><li>1</li></ol>',
  ],
  [
    'footnotes keep their notes',
    '<p>A<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1" title=""><sup>[1]</sup></a></p><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> Note</p></div>',
    '<p id="s-ftnref1">A<a href="#s-ftn1" title=""><sup>[1]</sup></a></p><p id="s-ftn1"><a href="#s-ftnref1">[1]</a> Note</p>',
  ],
  [
    'a link to what was not copied is words',
    '<p>A<a href="#_ftn1" name="_ftnref1">[1]</a></p>',
    '<p>A[1]</p>',
  ],
  [
    'a link of a mail program leads to the page itself',
    '<p><a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fmantel.example%2Fa&amp;data=x">a</a></p>',
    '<p><a href="https://mantel.example/a">a</a></p>',
  ],
  [
    'a smiley that is a picture is a letter',
    '<p>Yes <img src="https://x.example/1f600.png" alt="😀"></p>',
    '<p>Yes 😀</p>',
  ],
  [
    'tasks are ticked or not',
    '<ul><li><input type="checkbox" checked> Oak</li><li><input type="checkbox"> Ash</li></ul>',
    '<ul><li>☑  Oak</li><li>☐  Ash</li></ul>',
  ],
  [
    'quotation marks that a page only shows are written',
    '<p><q>Oak</q> <ruby>漢<rt>kan</rt></ruby></p>',
    '<p>“Oak” 漢(kan)</p>',
  ],
  [
    'a quotation within another one has the inner marks',
    '<p><q>She said <em><q>oak <q>burr</q></q></em></q> and <q>ash</q></p>',
    '<p>“She said <em>‘oak “burr”’</em>” and “ash”</p>',
  ],
  [
    'what is shown as a block of its own is one',
    '<span style="display: block">One</span><a href="/a" style="display:flex"><b style="display:block;font-style:italic">Two</b></a><div style="display: inline !important">Three</div> and <div style="display:inline-block">four</div>',
    '<p>One</p><p><a href="/a"><strong><em>Two</em></strong></a></p><p>Three and four</p>',
  ],
  [
    'a mail’s layout goes, with the columns and rows that only keep distance',
    '<table border="0" cellpadding="0" cellspacing="0"><tr><td style="display:none">Preview</td></tr><tr><td width="20">&nbsp;</td><td><h2>Oak</h2></td><td></td></tr><tr><td></td><td><p>Ash</p></td><td></td></tr></table>',
    '<h2>Oak</h2><p>Ash</p>',
  ],
  [
    'a table of tables goes, also when none of them is one of data',
    '<table><tr><td><table><tr><td><p>Oak</p></td></tr></table></td><td><table role="none"><tr><td>Ash</td><td>Elm</td></tr></table></td></tr></table>',
    '<p>Oak</p><p>Ash</p><p>Elm</p>',
  ],
  [
    'an empty column of a table with lines, or of a sheet, stays',
    '<table border="1" cellpadding="0"><tr><td>Name</td><td></td></tr></table><table border="0" cellpadding="0"><tr><td class="xl65">Name</td><td class="xl65"></td></tr></table>',
    '<table><tr><td>Name</td><td></td></tr></table><table><tr><td>Name</td><td></td></tr></table>',
  ],
  [
    'what is not shown, in any of the ways there are, is not pasted',
    '<div style="max-height:0;overflow:hidden">Preview</div><p hidden>a</p><p style="visibility:hidden">b</p><span style="mso-hide:all">c</span><p>One</p>',
    '<p>One</p>',
  ],
  [
    'the name that ends a quotation is its speaker',
    '<blockquote><p>Keep it shut.</p><cite>Marit</cite></blockquote><blockquote>Keep it shut. <cite>— <a href="/m">Marit</a></cite></blockquote>',
    '<blockquote><p>Keep it shut.</p><p>— Marit</p></blockquote><blockquote>Keep it shut. <p>— <a href="/m">Marit</a></p></blockquote>',
  ],
  [
    'so it is in a line of its own',
    '<blockquote><p>Shut.</p><p><cite>Marit</cite></p></blockquote><blockquote><p>Shut.<br>– <cite>Marit</cite></p></blockquote><figure><blockquote><p>Shut.</p></blockquote><figcaption>Marit, <cite>Oak</cite></figcaption></figure>',
    '<blockquote><p>Shut.</p><p>— Marit</p></blockquote><blockquote><p>Shut.</p><p>— Marit</p></blockquote><blockquote><p>Shut.</p><p>— Marit, Oak</p></blockquote>',
  ],
  [
    'the title of a work in the words of a quotation stays there',
    '<blockquote><p>I read <cite>Emma</cite></p></blockquote><blockquote><p><cite>Emma</cite></p></blockquote>',
    '<blockquote><p>I read <cite>Emma</cite></p></blockquote><blockquote><p><cite>Emma</cite></p></blockquote>',
  ],
  [
    'what is not shown is not pasted',
    '<p>One<span style="display:none;mso-hide:all"> two</span></p>',
    '<p>One</p>',
  ],
  [
    'bold and italic of any element are marks, except in a heading',
    '<p style="font-style:italic">a</p><h2 style="font-weight:700">b</h2><ul><li style="font-weight:bold">c<ul><li>d</li></ul></li></ul><a href="/e" style="font-weight:600;text-decoration:underline">e</a>',
    '<p><em>a</em></p><h2>b</h2><ul><li><strong>c</strong><ul><li><strong>d</strong></li></ul></li></ul><p><a href="/e"><strong>e</strong></a></p>',
  ],
  [
    'a telephone number stays a link',
    '<p><a href="tel:+442079460018">020 7946 0018</a></p>',
    '<p><a href="tel:+442079460018">020 7946 0018</a></p>',
  ],
  [
    'the layout tables of a mail go, tables in its text stay',
    '<table><tr><td><table><tr><td>Oak</td><td>£12</td></tr></table></td><td><p>After</p></td></tr></table>',
    '<table><tr><td>Oak</td><td>£12</td></tr></table><p>After</p>',
  ],
])('%s', (_, html, expected) => {
  expect(clean(html)).toBe(expected)
})

describe('highlights and colours are counted, and their words stay', () => {
  test.each([
    ['<p><mark>oak</mark> and <mark>ash</mark></p>', { highlight: 2 }],
    ['<p><span style="background:yellow;mso-highlight:yellow">oak</span> b</p>', { highlight: 1 }],
    [
      '<p><span style="background-color:#ffff00">oak </span><b style="background-color:#ffff00">c</b></p>',
      { highlight: 1 },
    ],
    [
      '<p>a <span style="color:#c00000">oak</span> elm</p><p>b <font color="red">ash</font> yew</p>',
      { colour: 2 },
    ],
    ['<p style="color:rgb(200, 30, 30)">oak</p><p>a longer line, in black</p>', { colour: 1 }],
    ['<p>a b c <span style="color:red">d <mark>e</mark></span></p>', { highlight: 1, colour: 1 }],
  ])('%s', (html, counts) => {
    const pasted = cleanPastedHtml(html, own, 'en-GB')
    expect(Object.fromEntries(pasted.leftOut)).toEqual(counts)
    expect(pasted.html).not.toMatch(/mark|style/)
  })

  test.each([
    '<p style="color:#1a0dab">All of it, as its page has it</p>',
    '<p>a <span style="color:#666">grey</span> <span style="color:windowtext;background:white">b</span></p>',
    '<p style="background-color:rgb(255, 240, 200)">a panel</p>',
    '<h2><span style="color:#2F5496">A heading of Word</span></h2><p>b</p>',
    '<p>a <a href="/b" style="color:#0563C1"><span style="color:#1155cc">link</span></a> c</p>',
    '<div style="font-family:Menlo, Monaco, monospace;white-space:pre"><div><span style="color:#0000ff">let</span> a</div></div>',
    '<p>a <span style="background-color:rgba(255, 255, 0, 0)">b</span></p>',
  ])('the look of a page is none: %s', (html) => {
    expect(cleanPastedHtml(html, own, 'en-GB').leftOut.size).toBe(0)
  })
})

test('quotation marks that a page only draws become the magazine’s', () => {
  expect(cleanPastedHtml('<p><q>Eiche <q>hell</q></q></p>', own, 'de').html).toBe('<p>„Eiche ‚hell‘“</p>')
})

test('however elements are nested, a paste has the same lines of words', () => {
  expectSameLines(clean)
})

test('lists of tasks and of Word on the web are lists', () => {
  expect(clean('<ul><li><input type="checkbox" checked><p>Oak</p></li><li>[ ]  Ash</li></ul>')).toBe(
    '<ul><li><p>☑ Oak</p></li><li>☐ Ash</li></ul>',
  )
  const item = (tag: string, level: number, words: string, start = 1) =>
    `<div class="ListContainerWrapper"><${tag} start="${start}"><li data-aria-level="${level}"><p>${words}</p></li></${tag}></div>`
  expect(clean(item('ul', 1, 'a') + item('ul', 2, 'b') + item('ol', 1, 'c', 3) + item('ol', 1, 'd', 4))).toBe(
    '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul><ol start="3"><li><p>c</p></li><li><p>d</p></li></ol>',
  )
})
