import { expect, test } from 'vitest'
import { Fields } from './fields.ts'
import { Unreadable, partFile } from './front-matter.ts'

test.each([
  ['---\ntitle: A\n---\nText', { title: 'A' }, 'Text'],
  ['\ufeff---\r\ntitle: A\r\n---\r\nText\r\n', { title: 'A' }, 'Text\n'],
  ['---\ntitle: A\n...\nText', { title: 'A' }, 'Text'],
  ['---\n---\nText', null, '---\n---\nText'],
  [
    '+++\ntitle = "A"\ndate = 2024-01-02\nat = 2024-01-02T03:04:05\n+++\nText',
    { title: 'A', date: '2024-01-02', at: '2024-01-02T03:04:05.000' },
    'Text',
  ],
  ['{"title": "A } \\" {", "a": {"b": 1}}\nText', { title: 'A } " {', a: { b: 1 } }, 'Text'],
  ['Text\n---\nmore', null, 'Text\n---\nmore'],
  ['---\n\nA line, and text.', null, '---\n\nA line, and text.'],
  ['---\nWords\n---\nText', null, '---\nWords\n---\nText'],
  ['{not json}\nText', null, '{not json}\nText'],
])('front matter is parted from the text: %j', (source, data, body) => {
  expect(partFile(source)).toEqual({ data, body })
})

test('words of YAML 1.1, numbers and dates stay as they were written', () => {
  const { data } = partFile(
    '---\ntitle: No\nslug: 007\nversion: 1.10\ntags: [on, off, yes, 2024, 1e3]\ndate: 2024-01-02\ndraft: true\n---\n',
  )
  expect(data).toEqual({
    title: 'No',
    slug: '007',
    version: '1.10',
    tags: ['on', 'off', 'yes', '2024', '1e3'],
    date: '2024-01-02',
    draft: true,
  })
})

const BOMB = [
  '---',
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...'bcdefghij'.split('').map(
    (name, at) =>
      `${name}: &${name} [${Array(9)
        .fill(`*${'abcdefghij'[at] ?? ''}`)
        .join(',')}]`,
  ),
  '---',
  '',
].join('\n')
test.each([
  ['---js\nprocess.exit(1)\n---\n'],
  ['---\ntitle: [\n---\n'],
  ['+++\ntitle = \n+++\n'],
  ['+++\ntitle = 1\n'],
  [BOMB],
])('what cannot be read is said, without a word of it: %j', (source) => {
  expect(() => partFile(source)).toThrow(Unreadable)
})

test('names that objects have by themselves are fields like others', () => {
  const { data } = partFile('---\n__proto__:\n  draft: true\nconstructor: x\ntitle: A\n---\n')
  const fields = new Fields(data ?? {})
  expect(fields.text('title')).toBe('A')
  expect(fields.has('draft')).toBe(false)
  expect(({} as Record<string, unknown>).draft).toBeUndefined()
})

test('fields are found by any spelling of their name, and in the params of Hugo', () => {
  const fields = new Fields(
    { featured_image: 'a.jpg', params: { 'sub-title': 'B' } },
    { subtitle: 'C', x: 'D' },
  )
  expect([fields.text('featuredImage'), fields.text('subtitle'), fields.text('x')]).toEqual([
    'a.jpg',
    'B',
    'D',
  ])
})
