import { describe, expect, test } from 'vitest'
import { cleanPastedHtml } from './pasted-html.ts'

const own = (src: string) => src.startsWith('http://127.0.0.1:54321/storage/')
const clean = (html: string) => cleanPastedHtml(html, own).html

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

  test('a deeper list goes into the item it stands after', () => {
    const html =
      '<ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span style="font-size:11pt">Oak</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" aria-level="2"><p><span>Burr</span></p></li></ul><li aria-level="1"><p><span>Ash</span></p></li></ul>'
    expect(clean(docs(html))).toBe(
      '<ul><li><p>Oak</p><ul><li><p>Burr</p></li></ul></li><li><p>Ash</p></li></ul>',
    )
  })

  test('a row of a table is a line', () => {
    const html =
      '<div dir="ltr" align="left"><table style="border:none"><colgroup><col width="1"></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:700">Oak</span></p></td><td><p><span>£12</span></p><p><span>a metre</span></p></td></tr><tr><td><p>Ash</p></td><td><br></td></tr></tbody></table></div><p>After</p>'
    expect(clean(docs(html))).toBe('<p><strong>Oak</strong> · £12 a metre</p><p>Ash</p><p>After</p>')
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
      '<h1>The drawer</h1><blockquote><p>Keep it shut.</p></blockquote><p>Oak · £12</p>',
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
      '<p>Hi<a>y</a></p>',
    )
  })

  test('only our own pictures stay, the others are counted', () => {
    const mine = 'http://127.0.0.1:54321/storage/v1/object/public/media/u/1.webp'
    const { html, droppedImages } = cleanPastedHtml(
      `<p>A<img src="https://lh3.googleusercontent.com/x"></p><img src="data:image/png;base64,xx"><img src="${mine}" alt="Tub">`,
      own,
    )
    expect(droppedImages).toBe(2)
    expect(html).toBe(`<p>A</p><img src="${mine}" alt="Tub">`)
  })
})
