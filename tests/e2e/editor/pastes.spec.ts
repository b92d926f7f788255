import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect } from '@playwright/test'
import { test } from '../support/editor-modules.ts'
import type * as PastingEditor from '../support/pasting-editor.ts'

/**
 * What programs and pages put on the clipboard, each in a file, and beside it in `<name>.stored.html` what is stored: a
 * block each line, after a comment with the notice of what was left out. A line end within code is `&#10;`.
 */
const folder = resolve(import.meta.dirname, '../../fixtures/pastes')

test('what programs and pages put on the clipboard is stored as it was meant', async ({
  page,
  repository,
}) => {
  const files = (await readdir(folder)).filter((file) => !file.endsWith('.stored.html'))
  expect(files.length).toBeGreaterThanOrEqual(30)
  const sources = await Promise.all(files.map((file) => readFile(resolve(folder, file), 'utf8')))
  const pasted = await page.evaluate(
    async ([module, all]) => {
      const { pastedInto } = (await import(module)) as typeof PastingEditor
      return all.map((html) => pastedInto(html, 'en-GB'))
    },
    [`${repository}tests/e2e/support/pasting-editor.ts`, sources] as const,
  )
  for (const [at, file] of files.entries()) {
    const expected = await readFile(resolve(folder, file.replace(/html$/, 'stored.html')), 'utf8')
    const { stored = '', notice = '' } = pasted[at] ?? {}
    const [, said = '', blocks = ''] = /^(?:<!-- (.*?) -->\n)?(.*)$/s.exec(expected) ?? []
    expect.soft({ file, notice }).toEqual({ file, notice: said })
    expect.soft(stored, file).toBe(blocks.replaceAll('\n', '').replaceAll('&#10;', '\n'))
  }
})
