import { expect, test } from 'vitest'
import { CHARACTERS, withOtherFonts } from './fonts.ts'

const page = (text: string) => `<html><head><title>Mantel</title></head><body>${text}</body></html>`
const isAdded = (text: string) =>
  withOtherFonts(page(text), '@font-face {}').includes('<style>@font-face {}</style></head>')

test('a page gets the fonts of other characters only when its text has one', () => {
  expect(isAdded('<p title="50 %">The café’s green room, “kept” — © 2026 &amp; it&#39;s *here*.</p>')).toBe(
    false,
  )
  expect(isAdded('<script>a = `$`</script><style>a { b: c }</style><a href="/#form">a</a>')).toBe(false)
  for (const text of ['£4', 'Graça, Ødegård', 'Łódź', 'a &lt; b', '50 %'])
    expect(isAdded(text), text).toBe(true)
})

test('no character is in two files of a typeface', () => {
  const all = Object.values(CHARACTERS).flatMap((characters) => Array.from(characters))
  expect(all.filter((character, index) => all.indexOf(character) !== index)).toEqual([])
})
