import { ELEMENTS, FIGURE_WIDTHS, attributesOf, htmlName } from '../../../src/domain/body/elements.ts'
import type { Random } from '../random.ts'

/** A value of each attribute that a story's elements may have, by its name in hast. */
const VALUES: Readonly<Record<string, string>> = {
  id: 's-here',
  src: 'https://mantel.example/files/a.jpg',
  alt: 'A tub & a "bath"',
  title: 'Tip',
  width: '800',
  height: '600',
  start: '3',
  type: 'a',
  reversed: '',
  value: '7',
  colSpan: '2',
  rowSpan: '2',
  scope: 'row',
  href: 'https://other.example/?q=1&r=2',
}

/** What an element holds that is not words. */
const CONTENT: Readonly<Record<string, string>> = {
  ul: '<li>oak</li><li>elm<ul><li>ash</li></ul></li>',
  ol: '<li>oak</li><li>elm</li>',
  li: '<p>oak</p>',
  blockquote: '<p>Yes, oak.</p><p>— Mr Pell</p>',
  figure: '<img src="https://mantel.example/files/a.jpg" alt="A tub"><figcaption>A <em>tub</em></figcaption>',
  aside: '<h3>Area</h3><p>84 m<sup>2</sup></p><ul><li>oak</li></ul>',
  table: '<tr><th>Wood</th><th>Age</th></tr><tr><td>oak</td><td>90 | 91</td></tr>',
  tr: '<th>Wood</th><td>oak</td>',
  pre: '<code>let oak = "a" &lt; b\n\n  [gallery] {{&lt; x &gt;}}</code>',
}

const BLOCKS: Readonly<Record<string, string>> = {
  pictures:
    '<figure><img src="https://mantel.example/files/a.jpg" alt="A"><figcaption>One</figcaption></figure>' +
    '<figure><img src="https://mantel.example/files/b.jpg" alt="B"></figure><figcaption>Both</figcaption>',
  embed: '<a href="https://www.youtube.com/watch?v=abcdefghijk">A film</a><figcaption>Seen</figcaption>',
}

const VOID = new Set(['img', 'br', 'hr'])

/** An element with attributes: what surrounds it, and the link to it where it has an id. */
function sample(name: string, attributes: Readonly<Record<string, string>>, inside: string): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    const escaped = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const attribute = key === 'colSpan' || key === 'rowSpan' ? key.toLowerCase() : htmlName(key)
    return ` ${attribute}="${escaped}"`
  })
  const element = `<${name}${written.join('')}>${VOID.has(name) ? '' : `${inside}</${name}>`}`
  const link = 'id' in attributes ? '<p>See <a href="#s-here">above</a>.</p>' : ''
  return surrounded(name, element) + link
}

function surrounded(name: string, element: string): string {
  const { kind, within } = ELEMENTS[name] ?? { kind: 'block' }
  switch (name) {
    case 'figcaption':
      return `<figure><img src="https://mantel.example/files/a.jpg" alt="A">${element}</figure>`
    case 'img':
      return `<figure>${element}</figure>`
    case 'tr':
      return `<table><tr><th>A</th><th>B</th></tr>${element}</table>`
    case 'th':
    case 'td':
      return `<table><tr><th>A</th><th>B</th><th>C</th></tr><tr>${element}<td>1</td></tr><tr><td>2</td><td>3</td><td>4</td></tr></table>`
    default:
  }
  if (within?.[0] !== undefined) return `<${within[0]}>${element}</${within[0]}>`
  return kind === 'inline' ? `<p>Old ${element} wood, an<br>${element}.</p>` : element
}

/** Each element that a story may have, without attributes and with each of them, by what it is called in messages. */
export function elementBodies(): [name: string, html: string][] {
  return Object.keys(ELEMENTS).flatMap((name): [string, string][] => {
    const base = name === 'img' ? { src: VALUES.src ?? '' } : name === 'a' ? { href: VALUES.href ?? '' } : {}
    const inside = CONTENT[name] ?? 'oak'
    const { blocks = {} } = ELEMENTS[name] ?? {}
    const isBlockOnly = ELEMENTS[name]?.editor === null && Object.keys(blocks).length > 0
    const plain: [string, string][] = isBlockOnly ? [] : [[name, sample(name, base, inside)]]
    const ofBlocks = Object.keys(blocks).map((block): [string, string] => [
      `${name} of ${block}`,
      sample(name, { dataBlock: block }, BLOCKS[block] ?? inside),
    ])
    const [anyBlock] = Object.keys(blocks)
    const around = isBlockOnly && anyBlock !== undefined ? { dataBlock: anyBlock } : {}
    const withEach = Object.keys(attributesOf(name))
      .filter((attribute) => attribute !== 'dataBlock' && attribute !== 'dataWidth')
      .map((attribute): [string, string] => [
        `${name} with ${attribute}`,
        sample(name, { ...base, ...around, [attribute]: VALUES[attribute] ?? '' }, inside),
      ])
    const ofWidths = 'dataWidth' in attributesOf(name) ? FIGURE_WIDTHS : []
    const withWidths = ofWidths.map((dataWidth): [string, string] => [
      `${name} of width ${dataWidth}`,
      sample(name, { dataWidth }, inside),
    ])
    return [...plain, ...ofBlocks, ...withEach, ...withWidths]
  })
}

const WORDS = [
  'oak',
  'Crème brûlée',
  '60 * 40 * 30',
  'a < b & c > d',
  '"quoted"',
  '京都の町家',
  '😀',
  '**not bold**',
  '_so_ # far',
  '[gallery ids="1"]',
  '[link](no)',
  '{{< figure >}}',
  '<!-- wp:more -->',
  '&amp;',
  ':::note',
  '1. one',
  ']]>',
  '`tick`',
  '~~s~~',
  '| a |',
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A text of some blocks with random words and marks. */
export function randomHtml(random: Random): string {
  const inline = (depth = 0): string =>
    Array.from({ length: 1 + random.below(3) }, () => {
      const words = depth > 2 || random.below(3) > 0 ? escaped(random.pick(WORDS)) : inline(depth + 1)
      const mark = random.pick(['', '', '', 'strong', 'em', 'u', 's', 'code', 'cite', 'sup', 'sub'])
      if (random.below(12) === 0)
        return `<a href="https://other.example/a_b*c">${escaped(random.pick(WORDS))}</a>`
      return mark === '' ? words : `<${mark}>${words}</${mark}>`
    }).join(random.pick([' ', ', ', '']))
  const line = () => `a ${inline()} z`
  const block = (depth: number): string => {
    const inner = () => (depth > 1 ? `<p>${line()}</p>` : block(depth + 1))
    switch (random.below(depth > 1 ? 4 : 11)) {
      case 0:
        return `<h${2 + random.below(3)}>${line()}</h2>`.replace(/<h(\d)>(.*)<\/h2>/s, '<h$1>$2</h$1>')
      case 1:
        return `<ul><li>${line()}</li><li><p>${line()}</p></li></ul>`
      case 2:
        return `<ol start="4"><li>${line()}<ul><li>${line()}</li></ul></li></ol>`
      case 3:
        return `<pre><code>${escaped(random.pick(WORDS))}\n\n  ${escaped(random.pick(WORDS))}</code></pre>`
      case 4:
        return `<blockquote><p>${line()}</p>${inner()}<p>— ${escaped(random.pick(['Ada', 'Mr Pell']))}</p></blockquote>`
      case 5:
        return `<aside data-block="note"><p>${line()}</p>${random.below(2) ? `<ul><li>${line()}</li></ul>` : ''}</aside>`
      case 6:
        return `<table><tr><th>${line()}</th></tr><tr><td><p>${line()}</p></td></tr></table>`
      case 7:
        return `<figure><img src="https://mantel.example/files/a.jpg" alt="${escaped(random.pick(['', 'a "b"'])).replaceAll('"', '&quot;')}"><figcaption>${line()}</figcaption></figure>`
      case 8:
        return '<hr>'
      default:
        return `<p>${line()}</p>`
    }
  }
  return Array.from({ length: 1 + random.below(5) }, () => block(0)).join('')
}
