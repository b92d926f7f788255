import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { configDefaults, defineConfig } from 'vitest/config'
// The processes that tests start find what they import compiled.
import '../scripts/compile-cache.js'
import type { DefaultPrivileges } from './support/database/hosted-layout.ts'
import { isLongRun } from './support/long-run.ts'
import { SlowestFiles } from './support/slowest-files.ts'

// npm sets it to `production` where devDependencies are left out (.npmrc).
process.env.NODE_ENV = 'test'

// The temporary folders of all tests are in one, which is removed at the end.
const temporary = mkdtempSync(join(tmpdir(), 'mantel-tests-'))
// PostgreSQL runs as a user of its own where the tests run as root.
chmodSync(temporary, 0o755)
process.env.TMPDIR = temporary
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))

const root = resolve(import.meta.dirname, '..')
/** Bounds for what hangs, not for a machine that is slow or busy, nor for the many cases of the long run. */
const slow = {
  testTimeout: isLongRun ? 3_600_000 : 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000 } },
}

/** The projects in the order of their start: slow files first, so that a run does not end with one of them alone. */
const PROJECT_ORDER = ['publisher', 'local', 'pglite', 'hosted', 'hosted-open', 'hosted-closed', 'unit']

class ProjectSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => PROJECT_ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** All of the row law is tried with closed privileges; `npm run test:long` tries it with open ones and on PGlite, too. */
const ROW_LAW_AGAIN = isLongRun ? ['tests/db/ground/row-level-security.test.ts'] : []

/** A project whose tests run on a PostgreSQL laid out as a hosted project with these default privileges. */
function onHostedLayout(privileges: DefaultPrivileges, include: string[]) {
  return {
    extends: true,
    test: {
      name: `hosted-${privileges}`,
      isolate: false,
      include,
      globalSetup: 'tests/support/database/hosted-setup.ts',
      provide: { defaultPrivileges: privileges },
      ...slow,
    },
  } as const
}

export default defineConfig({
  root,
  define: {
    __SUPABASE_URL__: JSON.stringify('http://127.0.0.1:54321'),
    __SUPABASE_PUBLISHABLE_KEY__: JSON.stringify('sb_publishable_test'),
    __API_URL__: JSON.stringify('http://127.0.0.1:54321'),
    __PUBLISHER_URL__: JSON.stringify(''),
    __SITE_URL__: JSON.stringify('http://localhost:4321'),
  },
  test: {
    // Many tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ProjectSequencer },
    reporters: [...configDefaults.reporters, new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Files share a process: to start one for each takes as long as the tests.
          isolate: false,
          setupFiles: 'tests/support/reset-modules.ts',
          ...slow,
          include: [
            'src/**/*.test.{ts,tsx}',
            'supabase/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{docs,stored}/**/*.test.ts',
          ],
        },
      },
      onHostedLayout('closed', ['tests/{api,db,functions}/**/*.test.ts']),
      // What depends on the privileges of new tables and functions.
      onHostedLayout('open', [
        'tests/db/**/{audit-log,build-hook,grants,people,schemas,second-factor,settings,storage}.test.ts',
        ...ROW_LAW_AGAIN,
      ]),
      { extends: true, test: { name: 'hosted', include: ['tests/hosted/**/*.test.ts'], ...slow } },
      // Who may read and write what, on the database that `npm start` runs.
      {
        extends: true,
        test: {
          name: 'pglite',
          include: [
            'tests/api/gateway.test.ts',
            'tests/db/**/{checks,grants,schemas,secrets}.test.ts',
            ...ROW_LAW_AGAIN,
          ],
          ...slow,
        },
      },
      { extends: true, test: { name: 'local', include: ['tests/local/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: {
          name: 'publisher',
          include: ['tests/publisher/**/*.test.ts'],
          ...slow,
        },
      },
      // While working, on PGlite: `npm test` runs them on PostgreSQL.
      { extends: true, test: { name: 'db', include: ['tests/db/**/*.test.ts'], ...slow } },
      {
        extends: true,
        test: { name: 'functions', include: ['tests/{api,functions}/**/*.test.ts'], ...slow },
      },
    ],
  },
})
