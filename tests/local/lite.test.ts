import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkLiteVersion } from '../../supabase/local/auth/lite.ts'

test('the version in package.json is the one lite.ts was tested with', async () => {
  const manifest = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  expect(() => checkLiteVersion(dependencies['@supabase/lite'])).not.toThrow()
  expect(() => checkLiteVersion()).not.toThrow()
})

test('another installed version is refused with what to do', () => {
  expect(() => checkLiteVersion('0.11.0')).toThrow(
    /@supabase\/lite 0\.11\.0 is installed, but .* was tested with 0\.10\.0\. Run `npm ci`/,
  )
})
