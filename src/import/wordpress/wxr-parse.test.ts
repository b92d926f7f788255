import { describe, expect, test } from 'vitest'
import { fileOf, itemsOf, itemsOfWxr, ofKind, storyOf, wxr, wxrItem } from '../../../tests/support/wxr.ts'
import { WxrText } from './wxr-text.ts'

/** The text that a mender makes of pieces of this length. */
function mended(source: string, length: number): string {
  const text = new WxrText()
  let all = ''
  for (let at = 0; at < source.length; at += length) all += text.next(source.slice(at, at + length))
  return all + text.end()
}

test.each([
  ['R&D &amp; &#8217; &#xe9; &nbsp; &', 'R&amp;D &amp; &#8217; &#xe9; &amp;nbsp; &amp;'],
  ['a\u0000b\u000bc\u001fd\te\nf', 'abcd\te\nf'],
  ['<![CDATA[a & b ]] > &x; ]]> & c', '<![CDATA[a & b ]] > &x; ]]> &amp; c'],
  ['<!-- a & b <![CDATA[ --> & c', '<!-- a & b <![CDATA[ --> &amp; c'],
  ['<a b="c&d">e</a>', '<a b="c&amp;d">e</a>'],
])('%j is repaired, in whatever pieces it comes', (source, expected) => {
  for (const length of [1, 2, 3, 7, 1000]) expect(mended(source, length)).toBe(expected)
})

describe('a file is read', () => {
  const titleOf = async (text: string | Buffer) => ofKind(await itemsOf(fileOf(text)), 'story')[0]?.title
  const plainFile = wxr(wxrItem({ title: 'Straße' }))

  test.each<[what: string, text: string | Buffer]>([
    ['with a mark of its byte order', `\uFEFF${plainFile}`],
    ['with blanks and a warning before it', `\n\nNotice: something\n${plainFile}`],
    ['without a version', plainFile.replace(/<wp:wxr_version>.*/, '')],
    ['of version 1.0', plainFile.replaceAll('export/1.2/', 'export/1.0/').replace('>1.2<', '>1.0<')],
    ['with namespaces of https', plainFile.replaceAll('http://wordpress', 'https://wordpress')],
    ['without declared namespaces', plainFile.replace(/<rss[^>]*>/, '<rss>')],
    ['with other prefixes', plainFile.replaceAll('xmlns:wp=', 'xmlns:x=').replaceAll('wp:', 'x:')],
    ['in Latin-1', Buffer.from(plainFile.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['in UTF-16', Buffer.from(`\uFEFF${plainFile}`, 'utf16le')],
    ['with line ends of Windows', plainFile.replaceAll('\n', '\r\n')],
  ])('%s', async (_, text) => {
    expect(await titleOf(text)).toBe('Straße')
  })

  test('with entities of a DTD as text, which are never resolved', async () => {
    const bomb =
      '<!DOCTYPE rss [<!ENTITY a "AAAA"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>'
    const text = wxr(
      '<item><title>&b;&f;</title><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type></item>',
    )
    expect(await titleOf(text.replace('?>\n', `?>\n${bomb}\n`))).toBe('&b;&f;')
  })

  test('with sections of CDATA in parts, and what looks like one within', async () => {
    const content =
      '<content:encoded>\n<![CDATA[one]]><![CDATA[ two ]]]]><![CDATA[> three]]>\n</content:encoded>'
    expect((await storyOf({}, {}, content)).html).toBe('<p>one two ]]&#x3E; three</p>'.replace('&#x3E;', '>'))
  })

  test('with elements of other namespaces that have the same names left out', async () => {
    const items = await itemsOfWxr(
      `<wp:author xmlns:wp="http://example.com/"><wp:author_login>fake</wp:author_login></wp:author>${wxrItem(
        {},
        {},
        '<x:status xmlns:x="http://example.com/">private</x:status>',
      )}`,
    )
    expect(ofKind(items, 'person')).toEqual([])
    expect(ofKind(items, 'story')[0]?.publication.state).toBe('published')
  })
})

test('an address with unescaped signs is whole', async () => {
  const items = await itemsOfWxr(
    '<item><wp:post_id>5</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://a.example/p?x=1&y=2&z=3</wp:attachment_url></item>',
  )
  expect(ofKind(items, 'picture')[0]?.address).toBe('https://a.example/p?x=1&y=2&z=3')
})
