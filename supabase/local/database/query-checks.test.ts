import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../../../src/node/files.ts'
import { ROOT } from '../config.ts'
import { OPERATORS } from './query-checks.ts'

test('every operator that the site, the admin or a function names in a filter is available', async () => {
  const named = new Set<string>()
  for (const folder of ['src', 'supabase/functions']) {
    for (const file of await listFiles(join(ROOT, folder))) {
      if (!/(?<!\.test)\.tsx?$/.test(file)) continue
      const code = await readFile(join(ROOT, folder, file), 'utf8')
      for (const [, operator = ''] of code.matchAll(/\.(?:not|filter)\(\s*'[^']+',\s*'(\w+)'/g))
        named.add(operator)
    }
  }
  expect([...named]).toContain('is')
  expect(named.difference(OPERATORS)).toEqual(new Set())
})
