import { describe, expect, test } from 'vitest'
import type { Letter, LetterBlock, LetterContent } from '../domain/letters/letter.ts'
import { letterChecks } from './letter-checks.ts'

type Draft = Pick<Letter, 'subject' | 'preview_text' | 'blocks'>

const text = (html: string): LetterBlock => ({ kind: 'text', id: 't', html })
const shownText = (html: string): LetterContent['blocks'][number] => ({ kind: 'text', id: 't', html })

/** The problems of a letter that has what a test leaves out, too. */
function problems(
  draft: Partial<Draft>,
  blocks: LetterContent['blocks'] = [shownText('<p>Words.</p>')],
  html = '',
  earlier: string[] = [],
) {
  const letter = { subject: 'First frost', preview_text: 'A wall', blocks: [text('<p>Words.</p>')], ...draft }
  return letterChecks(letter, { ...letter, blocks }, html, earlier).map(
    ({ kind, text: sentence, block }) => `${kind} ${block ?? '-'} ${sentence}`,
  )
}

test('a letter with a subject, a preview line and words has no problem', () => {
  expect(problems({})).toEqual([])
})

describe('of the whole letter', () => {
  test.each<[string, Partial<Draft>, RegExp]>([
    ['no subject', { subject: ' ' }, /^error - Write a subject/],
    [
      'a subject left in brackets',
      { subject: '[Subject here]' },
      /^error - The subject still has “\[Subject here\]”/,
    ],
    ['a subject to come', { subject: 'TK for October' }, /^error - The subject still has “TK”/],
    ['no preview line', { preview_text: '' }, /^warning - Write a preview line/],
    [
      'a preview line left in brackets',
      { preview_text: 'On [what?]' },
      /^error - The preview line still has/,
    ],
    ['no blocks', { blocks: [] }, /^error - The letter is empty/],
  ])('%s', (_, draft, problem) => {
    expect(problems(draft)).toEqual([expect.stringMatching(problem)])
  })

  test('a mail that Gmail may cut off', () => {
    expect(problems({}, undefined, 'ü'.repeat(40_001))).toEqual([
      expect.stringMatching(/^warning - The mail has 81 KB, more than 80/),
    ])
    expect(problems({}, undefined, 'ü'.repeat(40_000))).toEqual([])
  })

  test('the subject of an earlier letter', () => {
    expect(problems({}, undefined, '', [' first FROST'])).toEqual([
      expect.stringMatching(/^warning - An earlier letter has the same subject/),
    ])
  })
})

describe('of a text', () => {
  test.each([
    ['<p>Ask [name?] again</p>', /^error t The text still has “\[name\?\]”/],
    ['<p><a href="www.a.example">a</a></p>', /^error t “www.a.example” is no address/],
    ['<p><a href="https://">a</a></p>', /^error t “https:\/\/” is no address/],
    ['<p><a href="javascript:alert(1)">a</a></p>', /^error t “javascript:alert\(1\)” is no address/],
    ['<p><a href="mailto:nobody">a</a></p>', /^error t “mailto:nobody” is no address/],
    ['<p><a href="tel:+4930">a</a></p>', /^warning t The telephone number “\+4930”/],
    ['<figure><img src="/uploads/a.webp" alt=""></figure>', /^warning t A picture has no alt text/],
  ])('%s', (html, problem) => {
    expect(problems({ blocks: [text(html)] })).toEqual([expect.stringMatching(problem)])
  })

  test('links to pages of the web and of the site, to a place in the letter and to an address for mail are addresses', () => {
    const links = ['https://a.example/b?c', '/about', '#s-a', 'mailto:a@b.example?subject=x']
    const html = links.map((href) => `<p><a href="${href}">a</a></p>`).join('')
    expect(problems({ blocks: [text(html)] })).toEqual([])
  })
})

test('a block that shows nothing is an error, by its id', () => {
  const blocks: LetterBlock[] = [
    text(''),
    { kind: 'hero', id: 'h', items: [], by_rule: true },
    { kind: 'picture', id: 'p', image: '/uploads/a.webp', alt: '', caption: '', href: '' },
    { kind: 'picture', id: 'q', image: '', alt: '', caption: '', href: '' },
    { kind: 'button', id: 'b', label: '', href: '' },
  ]
  expect(problems({ blocks }, []).map((problem) => problem.split(' ').slice(0, 4).join(' '))).toEqual([
    ...['error t This text', 'error h No story', 'error p This picture', 'error q Choose a'],
    ...['error b Write what', 'error b Enter where'],
  ])
})
