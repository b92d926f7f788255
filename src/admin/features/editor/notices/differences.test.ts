import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../domain/body/json.ts'
import { diffBodies, differencesOnly } from './differences.tsx'

const html = (text: string) => ({ html: text, parts: null })
const body = (...paragraphs: string[]) => html(paragraphs.map((text) => `<p>${text}</p>`).join(''))

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
    expect(diffBodies(html(''), body('A', 'B')).map(({ kind }) => kind)).toEqual(['added', 'added'])
  })

  test('shows pictures by their alt text, and one that was taken away as removed', () => {
    const picture = '<figure><img src="/t.webp" alt="A tub"><figcaption>Iron</figcaption></figure>'
    expect(diffBodies(html(`${picture}<p>A</p>`), body('A'))).toEqual([
      { kind: 'removed', text: '[Picture: A tub]' },
      { kind: 'removed', text: 'Iron' },
      { kind: 'same', text: 'A' },
    ])
  })

  test('is listed field by field in a story in parts', () => {
    const choice = { title: 'Oak', description: '', image: '/oak.webp', content: 'One\n\nTwo', id: 'oak' }
    const parts = (...choices: Json[]) => ({ html: null, parts: { type: 'interactive' as const, choices } })
    const after = parts({ ...choice, image: '', content: '<p>One</p><p>Three</p>' }, 7)
    expect(diffBodies(parts(choice), after)).toEqual([
      { kind: 'same', text: 'Oak' },
      { kind: 'removed', text: '[Picture: /oak.webp]' },
      { kind: 'same', text: 'One' },
      { kind: 'removed', text: 'Two' },
      { kind: 'added', text: 'Three' },
      { kind: 'added', text: '7' },
    ])
  })

  test('is shown with the paragraph before it', () => {
    const lines = diffBodies(body('A', 'B', 'C', 'D'), body('A', 'B', 'X', 'D'))
    expect(differencesOnly(lines).map(({ text }) => text)).toEqual(['B', 'C', 'X'])
  })
})
