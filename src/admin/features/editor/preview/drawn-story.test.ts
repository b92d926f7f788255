import { expect, test } from 'vitest'
import { refusalText } from './drawn-story.ts'

const NOW = new Date('2026-11-29T08:00:00Z')
const REASON = '“Hall.webp” may be shown only from 2026-12-01 10:00'

test('a page that is drawn although the story would not be published says why, and as of when it is drawn', () => {
  const moment = NOW.toISOString()
  expect(refusalText({ moment, refused: null }, NOW)).toBeNull()
  expect(refusalText({ moment, refused: REASON }, NOW)).toBe(
    `This would not be published: ${REASON}. The page is drawn without files that may not be shown then.`,
  )
  expect(refusalText({ moment: '2026-12-01T10:00:00Z', refused: REASON }, NOW)).toMatch(
    /The page is drawn as it will be on 1 December 2026 at .*, without files/,
  )
})
