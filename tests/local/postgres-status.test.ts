import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a run of tests that had a PostgreSQL ends with its own status, so that a failure is seen', () => {
  const script = join(import.meta.dirname, 'postgres-process.ts')
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([3, ''])
})
