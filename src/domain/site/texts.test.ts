import { expect, test } from 'vitest'
import { emphasisParts, linesOf, paragraphsOf } from '../text/text-parts.ts'
import { shownTexts, storedTexts, textsForm, textsType } from './texts.ts'

const STANDARD = { ...textsType.blank(), lost_text: 'Nothing is here', letter_text: 'Letters of {name}.' }

test('an empty text has the standard one', () => {
  const stored = storedTexts({ ...textsForm({}), letter_text: 'Ours. ', lost_text: ' ' })
  expect(stored).toEqual({ letter_text: 'Ours.' })
  const shown = shownTexts(stored, STANDARD, 'Clay')
  expect(shown.letter_text).toBe('Ours.')
  expect(shown.lost_text).toBe(STANDARD.lost_text)
})

test('a text names the magazine, and a consent is shown as it was recorded', () => {
  const stored = { copyright: '© {name}, since {name}', consent_contact: 'Letters of {name}.' }
  expect(shownTexts(stored, STANDARD, 'Clay')).toMatchObject({
    copyright: '© Clay, since Clay',
    consent_contact: 'Letters of {name}.',
  })
})

test('texts of an earlier version still open, without the names that are gone', () => {
  expect(textsForm({ copyright: '© Clay', gone: 'A text' })).toEqual({
    ...textsType.blank(),
    copyright: '© Clay',
  })
})

test.each(['2026-02-31', '31.3.2026', '2026-13-01', 'soon'])('%s is no day', (legal_since) => {
  expect(textsType.errors({ ...textsType.blank(), legal_since })).toEqual({
    legal_since: 'Use a day such as 2026-03-31',
  })
})

test.each(['javascript:alert(1)', '//elsewhere.example/a.jpg', 'about.jpg', 'data:image/png,x'])(
  'a picture of the about page is not at %s',
  (about_picture) => {
    expect(textsType.errors({ ...textsType.blank(), about_picture })).toHaveProperty('about_picture')
  },
)

test('asterisks emphasise words, empty lines begin paragraphs', () => {
  expect(emphasisParts('A *lived-in* home')).toEqual([
    { text: 'A ', isEmphasised: false },
    { text: 'lived-in', isEmphasised: true },
    { text: ' home', isEmphasised: false },
  ])
  expect(emphasisParts('2 * 3')).toEqual([{ text: '2 * 3', isEmphasised: false }])
  expect(paragraphsOf('One\ntwo\n\n \n three ')).toEqual(['One\ntwo', 'three'])
  expect(linesOf(' Place\n\nYear ')).toEqual(['Place', 'Year'])
})
