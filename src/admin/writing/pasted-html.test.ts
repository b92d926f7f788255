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

describe('pasted from Word', () => {
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
