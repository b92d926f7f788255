import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOTS } from './focus-dialog.tsx'

test('the crops that are shown have the proportions of the site’s pictures, except in print, and no others', async () => {
  const site = join(import.meta.dirname, '../../../site')
  const styles = (await readdir(join(site, 'styles/parts'), { recursive: true })).filter(
    (name) => name.endsWith('.css') && !name.endsWith('print.css'),
  )
  const names = ['components/lists/Featured.astro', ...styles.map((name) => `styles/parts/${name}`)]
  const files = await Promise.all(names.map((name) => readFile(join(site, name), 'utf8')))
  const values = [...files.join('\n').matchAll(/ratio: (?:var\(--ratio, )?(\d+(?: \/ \d+)?)/g)]
  const ratios = new Set(values.map(([, ratio = '']) => ratio))
  expect(new Set(SLOTS.map(({ ratio }) => ratio))).toEqual(ratios)
})
