import { expect, test } from 'vitest'
import { renderBody } from './render.ts'
import { toEditorHtml } from './html/to-editor-html.ts'

const rendered = (content: unknown) => {
  const body = renderBody(content)
  return body.kind === 'html' ? body.html : ''
}

const WORD_FOOTNOTE =
  '<p>Light<a href="#_ftn1" name="_ftnref1">[1]</a>.</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> A note.</p>'

test.each([
  [
    'a footnote and its way back',
    WORD_FOOTNOTE,
    '<p id="s-ftnref1">Light<a href="#s-ftn1">[1]</a>.</p><p id="s-ftn1"><a href="#s-ftnref1">[1]</a> A note.</p>',
  ],
  [
    'a bookmark in a heading',
    '<p><a href="#_Toc1">Go</a></p><h2><a name="_Toc1"></a>The kitchen</h2>',
    '<p><a href="#s-the-kitchen">Go</a></p><h2 id="s-the-kitchen">The kitchen</h2>',
  ],
  [
    'the words of a heading',
    '<h2>The kitchen</h2><p><a href="#the-kitchen">a</a><a href="#s-the-kitchen">b</a></p>',
    '<h2 id="s-the-kitchen">The kitchen</h2><p><a href="#s-the-kitchen">a</a><a href="#s-the-kitchen">b</a></p>',
  ],
  [
    'an item of a list of notes',
    '<p><sup id="r"><a href="#n">1</a></sup></p><ol><li id="n"><p>Note <a href="#r">↩</a></p></li></ol>',
    '<p id="s-r"><sup><a href="#s-n">1</a></sup></p><ol><li id="s-n"><p>Note <a href="#s-r">↩</a></p></li></ol>',
  ],
  [
    'a bookmark between two blocks',
    '<p><a href="#here">Go</a></p><a id="here"></a><p>Here</p>',
    '<p><a href="#s-here">Go</a></p><p id="s-here">Here</p>',
  ],
  [
    'what follows a bookmark in an empty paragraph',
    '<p><a href="#here">Go</a></p><p><a id="here"></a></p><p>Here</p>',
    '<p><a href="#s-here">Go</a></p><p id="s-here">Here</p>',
  ],
  [
    'a heading whose words are in a block with the bookmark',
    '<p><a href="#here">Go</a></p><h3><div id="here">Here</div></h3>',
    '<p><a href="#s-here">Go</a></p><h3 id="s-here">Here</h3>',
  ],
])('a link leads to %s', (_, html, page) => {
  expect(rendered({ html })).toBe(page)
  // What the editor keeps of it leads to the same place.
  expect(rendered(toEditorHtml({ html }))).toBe(page)
  expect(toEditorHtml(toEditorHtml({ html }))).toEqual(toEditorHtml({ html }))
})

test('a link to a place that the text does not have is words', () => {
  expect(rendered({ html: '<p>A claim<a href="#_ftn9">[9]</a></p>' })).toBe('<p>A claim[9]</p>')
})

test('ids that no link leads to go, and none can take the place of another name in the page', () => {
  expect(rendered({ html: '<p id="location">a</p><p id="body">b <a href="#body">c</a></p>' })).toBe(
    '<p>a</p><p id="s-body">b <a href="#s-body">c</a></p>',
  )
})

test('links lead from one section to another', () => {
  const section = (content: string) => ({ type: 'text', content })
  const body = renderBody({
    type: 'mixed-media',
    sections: [section('<p><a href="#part">Go</a></p>'), section('<h2>Part</h2><p>x</p>')],
  })
  expect(body).toMatchObject({ sections: [{ html: '<p><a href="#s-part">Go</a></p>' }, {}] })
})
