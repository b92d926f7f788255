import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../supabase/local/config.ts'
import { importsOf } from '../support/imports-of.ts'
import { type ManagementApi, runSupabase, startManagementApi } from './supabase-cli.ts'

const FUNCTIONS = readdirSync(`${ROOT}/supabase/functions`).filter((name) => !name.startsWith('_'))

interface Bundle {
  metadata: { name: string; entrypoint_path: string; import_map_path: string; verify_jwt: boolean }
  /** Text by path. */
  files: ReadonlyMap<string, string>
}

let api: ManagementApi
let bundles: Bundle[]
beforeAll(async () => {
  api = await startManagementApi()
  const { status, output } = await runSupabase(['functions', 'deploy', '--use-api', ...api.args])
  expect(output).not.toMatch(/warn/i)
  expect(status, output).toBe(0)
  bundles = []
  for (const { path, body } of api.requests.filter(({ path }) => path.endsWith('/deploy'))) {
    const form = await body.formData().catch((error: unknown) => {
      throw new Error(`${path} has no form`, { cause: error })
    })
    const files = form.getAll('file').filter((part) => part instanceof File)
    const metadata = form.get('metadata')
    if (typeof metadata !== 'string') throw new Error(`${path} has no metadata`)
    bundles.push({
      metadata: JSON.parse(metadata) as Bundle['metadata'],
      files: new Map(await Promise.all(files.map(async (file) => [file.name, await file.text()] as const))),
    })
  }
})
afterAll(() => api.close())

test('the command of the guide deploys every function, without a check of tokens at the gateway', () => {
  expect(readFileSync(`${ROOT}/.github/docs/going-live.md`, 'utf8')).toContain(
    'supabase functions deploy --use-api',
  )
  expect(bundles.map(({ metadata }) => [metadata.name, metadata.verify_jwt])).toEqual(
    FUNCTIONS.map((name) => [name, false]),
  )
})

describe('the files of a deployed function', () => {
  test.for(FUNCTIONS)('%s: hold everything that it imports, packages in one exact version', (name) => {
    const bundle = bundles.find(({ metadata }) => metadata.name === name)
    const { metadata, files = new Map<string, string>() } = bundle ?? {}
    const importMap = files.get(metadata?.import_map_path ?? '') ?? '{}'
    const { imports = {} } = JSON.parse(importMap) as { imports?: Record<string, string> }
    const packages = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
      dependencies: Record<string, string>
    }
    // The files that the runtime loads: those of types alone are sent, too.
    const paths = new Set([metadata?.entrypoint_path ?? ''])
    for (const path of paths) {
      expect([...files.keys()]).toContain(path)
      for (const specifier of importsOf(path, files.get(path) ?? '')) {
        const target = imports[specifier] ?? specifier
        if (target.startsWith('.')) {
          const from = target === specifier ? path : (metadata?.import_map_path ?? '')
          paths.add(posix.join(posix.dirname(from), target))
          continue
        }
        // The modules of Node are those of supabase/functions/_shared/function-imports.test.ts.
        if (target.startsWith('node:')) continue
        const [, library = '', version] = /^npm:(@?[^@]+)@([^/]+)/.exec(target) ?? []
        expect(library, `${specifier} in ${path}`).not.toBe('')
        expect(version, `${specifier} in ${path}`).toBe(packages.dependencies[library])
      }
    }
  })
})

test('the secrets of the guide can be set', async () => {
  const { status, output } = await runSupabase([
    'secrets',
    'set',
    'SITE_URL=https://mantel.example',
    ...api.args,
  ])
  expect(status, output).toBe(0)
  const sent = api.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/secrets'))
  expect(await sent?.body.json()).toEqual([{ name: 'SITE_URL', value: 'https://mantel.example' }])
})
