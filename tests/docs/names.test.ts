import { expect, test } from 'vitest'
import { anchorsIn, linksIn, namesIn, patternOf } from './names.ts'

test.for([
  ['`src/domain/sections/slug.ts`', [{ kind: 'path', text: 'src/domain/sections/slug.ts' }]],
  ['`src/domain`', [{ kind: 'path', text: 'src/domain' }]],
  ['`slug.ts`', [{ kind: 'path', text: 'slug.ts' }]],
  ['`src/admin/features/<name>`', [{ kind: 'path', text: 'src/admin/features/<name>' }]],
  ['`npm run seed -- --articles 10`', [{ kind: 'npm script', text: 'seed' }]],
  ['```sh\nnpm run tools # first\n```', [{ kind: 'npm script', text: 'tools' }]],
  [
    '```\n key ─▶ reduce() src/a.ts: pure\n```',
    [
      { kind: 'function', text: 'reduce' },
      { kind: 'path', text: 'src/a.ts' },
    ],
  ],
  [
    '`begin_build`, `DATA_DIR`, `ListScreen`',
    [
      { kind: 'identifier', text: 'begin_build' },
      { kind: 'identifier', text: 'DATA_DIR' },
      { kind: 'identifier', text: 'ListScreen' },
    ],
  ],
  ['`index.html`, `dist/`, `/admin`, `gzip`, `select 1`', []],
] as const)('%s names what a reader is to look for', ([markdown, names]) => {
  expect(namesIn(markdown)).toEqual(names)
})

test('a pattern finds files below it and its own name, and no other', () => {
  expect('src/domain/sections/slug.ts').toMatch(patternOf('src/domain'))
  expect('src/domain/sections/slug.ts').toMatch(patternOf('slug.ts'))
  expect('supabase/migrations/1_a.sql').toMatch(patternOf('supabase/migrations/*_a.sql'))
  expect('src/admin/features/tags/screen.tsx').toMatch(patternOf('src/admin/features/<name>/'))
  expect('src/pages/a.astro').toMatch(patternOf('src/pages/{a,b}.astro'))
  expect('src/domain/sections/slug.ts').not.toMatch(patternOf('src/doma'))
  expect('src/domain/sections/slug.ts').not.toMatch(patternOf('lug.ts'))
  expect('src/domain/slugxts').not.toMatch(patternOf('slug.ts'))
})

test('links within the repository and anchors are found', () => {
  expect(linksIn('[a](b.md#c) [d](https://e.example) ![f](g.webp)')).toEqual(['b.md#c', 'g.webp'])
  expect(anchorsIn('# A title, `x`\n## Where tests run')).toEqual(new Set(['a-title-x', 'where-tests-run']))
})
