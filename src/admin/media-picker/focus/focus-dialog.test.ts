import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOTS } from './focus-dialog.tsx'

test('the crops that are shown have the proportions of the site’s styles, but for print, and no others', async () => {
  const folder = join(import.meta.dirname, '../../../site/styles/parts')
  const names = (await readdir(folder)).filter((name) => !name.endsWith('print.css'))
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const values = [...files.join('\n').matchAll(/ratio: (?:var\(--ratio, )?([\d /]+)\)?;/g)]
  const ratios = new Set(values.map(([, ratio = '']) => ratio))
  expect(new Set(SLOTS.map(({ ratio }) => ratio))).toEqual(ratios)
})
