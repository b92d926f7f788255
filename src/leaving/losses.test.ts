import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LEFT_BEHIND, LOSSES } from './losses.ts'

const NAMES = { wordpress: 'WordPress', markdown: 'Markdown' } as const

test('the documentation has each thing that a format cannot say', () => {
  const page = readFileSync(join(import.meta.dirname, '../../.github/docs/leaving.md'), 'utf8')
  const rows = Array.from(
    page.matchAll(/^\| (both|WordPress|Markdown) \| (.+) \|$/gm),
    ([, format, text]) => [format, text],
  )
  const losses = Object.values(LOSSES).map(({ formats, text }) => {
    const [first] = formats
    return [formats.length > 1 ? 'both' : NAMES[first], text]
  })
  expect(rows).toEqual(losses)
  for (const line of LEFT_BEHIND) expect(page).toContain(`- ${line}\n`)
})
