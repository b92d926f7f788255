import { describe, expect, test } from 'vitest'
import { diffBodies, differencesOnly } from './differences.tsx'

const body = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('')

describe('what differs between two bodies', () => {
  test('is listed paragraph by paragraph', () => {
    expect(
      diffBodies(body('One', 'Two', 'Three', 'Four'), body('One', 'Two!', 'Three', 'Five', 'Four')),
    ).toEqual([
      { kind: 'same', text: 'One' },
      { kind: 'removed', text: 'Two' },
      { kind: 'added', text: 'Two!' },
      { kind: 'same', text: 'Three' },
      { kind: 'added', text: 'Five' },
      { kind: 'same', text: 'Four' },
    ])
  })

  test('is nothing for equal texts, and everything against an empty one', () => {
    expect(diffBodies(body('A'), body('A')).every(({ kind }) => kind === 'same')).toBe(true)
    expect(diffBodies('', body('A', 'B')).map(({ kind }) => kind)).toEqual(['added', 'added'])
  })

  test('shows pictures by their alt text, and one that was taken away as removed', () => {
    const picture = '<figure><img src="/t.webp" alt="A tub"><figcaption>Iron</figcaption></figure>'
    expect(diffBodies(`${picture}${body('A')}`, body('A'))).toEqual([
      { kind: 'removed', text: '[Picture: A tub]' },
      { kind: 'removed', text: 'Iron' },
      { kind: 'same', text: 'A' },
    ])
  })

  test('is shown with the paragraph before it', () => {
    const lines = diffBodies(body('A', 'B', 'C', 'D'), body('A', 'B', 'X', 'D'))
    expect(differencesOnly(lines).map(({ text }) => text)).toEqual(['B', 'C', 'X'])
  })
})
