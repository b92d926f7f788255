import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passageAt } from '../story/passage.ts'
import { describedColumns } from '../media/picture-metadata.ts'
import { clip } from '../site/seo.ts'
import { cut, firstCharacter } from './cut.ts'

test.each([
  ['🏡🏡🏡', 3, '🏡'],
  ['a👩‍👩‍👧 b', 5, 'a'],
  ['ee\u0301e', 2, 'e'],
  ['short', 5, 'short'],
  ['longer', 4, 'long'],
])('%s cut to %d is %s', (text, max, beginning) => {
  expect(cut(text, max)).toBe(beginning)
})

test('what follows the limit by more than a character does not change where a text is cut', () => {
  const parts = fc.constantFrom('a', '🏡', 'é', 'e\u0301', '👩‍👩‍👧', '🇩🇪', '\u200d', '\r\n', '한', 'ก็')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), fc.nat(30), (texts, max) => {
      const text = texts.join('')
      const whole = new Intl.Segmenter().segment(text).containing(max)?.index
      expect(cut(text, max)).toBe(text.length <= max ? text : text.slice(0, whole))
    }),
  )
})

test('the first character of a name is a whole one', () => {
  expect(['Ines', '🏡 Home', 'É', ''].map(firstCharacter)).toEqual(['I', '🏡', 'É', ''])
})

describe('no text is cut within an emoji', () => {
  const emojis = '🏡'.repeat(3000)
  const SHORTENING: Readonly<Record<string, (text: string) => readonly (string | null | undefined)[]>> = {
    'what a picture says of itself': (text) =>
      Object.values(
        describedColumns({
          xmp: { description: text, Credit: text, Instructions: text },
          iptc: {},
          exif: {},
        }),
      ),
    'a description': (text) => [clip(text, 160)],
    'a passage and the words around it': (text) =>
      Object.values(
        passageAt(text, { from: text.indexOf('🏡') + 1000, to: text.indexOf('🏡') + 3000 }) ?? {},
      ).filter((part) => typeof part === 'string'),
  }
  test.each(Object.entries(SHORTENING))('%s', (_, shorten) => {
    for (const before of ['', 'a', 'ab'])
      for (const text of shorten(before + emojis)) expect(text?.isWellFormed() ?? true).toBe(true)
  })
})

test('texts are shortened to a limit by `cut` alone', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = ['src', 'supabase/functions'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const code = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  const LIMIT =
    /\.(?:slice|substring)\(0,\s*[^()]*(?:max\b|\bmax|limit\b|limits\.|_LENGTH|MAX_NAME\b|MAX_QUOTED)/i
  const found = code.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => LIMIT.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(
    found.filter(
      (line) => !line.startsWith('src/domain/text/cut.ts') && !LISTS.some((known) => line.startsWith(known)),
    ),
  ).toEqual([])
})

/** Lists, letters of a text in an array, and texts that have Latin letters only or are not kept. */
const LISTS = [
  'src/content/content-reader.ts: .slice(0, MAX_NEIGHBOURS)',
  'src/content/content-reader.ts: .slice(0, MAX_OTHERS)',
  'src/admin/features/analytics/figure-card.tsx',
  'src/admin/features/dashboard/dashboard-screen.tsx',
  'src/admin/features/editor/saving/form.ts',
  'src/admin/features/messages/messages-screen.tsx',
  'src/admin/features/notifications/data/notifications.ts',
  'src/admin/features/users/sync-outcome.ts',
  'src/admin/resources/bulk/texts.ts',
  'src/admin/story/blocks/stories.ts',
  'src/content/lists/article-lists.ts',
  'src/content/pages/letters.ts',
  'src/content/prediction.ts',
  'src/content/site-pages.ts',
  'src/domain/readers/crawler.ts',
  'src/import/markdown/hugo-menus.ts',
  'src/import/dry-run-lines.ts',
  'src/import/plan/rows/menu-rows.ts',
  'src/import/plan/rows/story-row.ts',
  'src/import/plan/sections.ts',
  'src/import/plan/slugs.ts',
  'src/domain/story/passage.ts: const compared',
  'src/domain/sections/slug.ts',
  'src/domain/text/text-search.ts',
  'src/publisher/delivery/index-now.ts',
  'src/publisher/delivery/reader-check.ts',
  'src/site/lists/browse-params.ts',
  'src/site/islands/search/header-search.tsx',
  'src/site/lists/suggestions.ts',
  'supabase/functions/_shared/notification-mail.ts: .slice(0, MAX_LINES)',
]
