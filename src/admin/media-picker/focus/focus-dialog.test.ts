import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOTS } from './focus-dialog.tsx'

test('the crops that are shown have proportions of the site’s styles', async () => {
  const folder = join(import.meta.dirname, '../../../site/styles')
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')))
  const css = files.join('\n')
  for (const { ratio } of SLOTS) expect(css).toMatch(new RegExp(`ratio: ${ratio};`))
})
