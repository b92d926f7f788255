import { readdirSync } from 'node:fs'
import js from '@eslint/js'
import astro from 'eslint-plugin-astro'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import importX from 'eslint-plugin-import-x'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Which rooms of src a room may import from, beside itself. Everything not named is closed. */
const ROOMS = {
  domain: [],
  backend: ['domain'],
  content: ['domain', 'backend'],
  site: ['domain', 'backend', 'content'],
  publisher: ['domain', 'backend', 'content'],
  admin: ['domain', 'backend'],
  pages: ['domain', 'backend', 'content', 'site', 'admin'],
}

/** The same within the admin: a feature never imports another, primitives import no data. */
const ADMIN_ROOMS = {
  ui: [],
  session: [],
  data: ['session'],
  components: ['ui', 'data', 'session'],
  resources: ['ui', 'components', 'data', 'session'],
  'media-picker': ['ui', 'components', 'resources', 'data', 'session'],
  writing: ['ui', 'components', 'resources', 'media-picker'],
  features: ['ui', 'components', 'resources', 'data', 'session', 'media-picker', 'writing'],
  app: ['ui', 'components', 'resources', 'data', 'session', 'media-picker', 'writing', 'features'],
}

const folders = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

/** One zone for each closed door between the folders that there are. */
function zones(base, rooms) {
  const names = folders(base)
  const unknown = names.filter((name) => !(name in rooms))
  if (unknown.length > 0) throw new Error(`eslint.config.js does not know the folder ${base}/${unknown[0]}`)
  return names.flatMap((room) =>
    names
      .filter((other) => other !== room && !rooms[room].includes(other))
      .map((other) => ({
        target: `${base}/${room}`,
        from: `${base}/${other}`,
        message: `${room} does not import from ${other} (see the folder map in the README).`,
      })),
  )
}

const features = folders('./src/admin/features')
const featureZones = features.flatMap((feature) =>
  features
    .filter((other) => other !== feature)
    .map((other) => ({
      target: `./src/admin/features/${feature}`,
      from: `./src/admin/features/${other}`,
      message:
        'A feature never imports another; what both need lives in admin/data, admin/ui or a kit beside them.',
    })),
)

/** What pages and components show comes with its digest in Astro.locals.page, never from the snapshot itself. */
const snapshotZones = ['./src/pages', './src/site'].flatMap((target) =>
  ['./src/content/snapshot.ts', './src/content/snapshot-context.ts'].map((from) => ({
    target,
    from,
    message: 'Read the content in a page type (src/content/pages).',
  })),
)

export default tseslint.config(
  {
    ignores: ['dist', '.local', '.astro', 'node_modules', 'supabase/functions', 'test-results'],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  ...astro.configs.recommended,
  {
    files: ['**/*.{ts,tsx,astro,js,mjs}'],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
    rules: {
      'no-undef': 'off',
      'import-x/no-restricted-paths': [
        'error',
        {
          basePath: import.meta.dirname,
          zones: [
            ...snapshotZones,
            ...zones('./src', ROOMS),
            ...zones('./src/admin', ADMIN_ROOMS),
            ...featureZones,
          ],
        },
      ],
      'import-x/no-cycle': [
        'error',
        // A dynamic import may lead back: the routes load the shell, whose sidebar lists the routes.
        { ignoreExternal: true, maxDepth: 6, allowUnsafeDynamicCyclicDependency: true },
      ],
      'import-x/no-default-export': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { prefer: 'type-imports' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
        { selector: 'ExportAllDeclaration', message: 'No barrels.' },
      ],
    },
  },
  {
    files: ['supabase/local/**/*.ts'],
    ignores: ['supabase/local/lite.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@supabase/lite*'], message: 'Only lite.ts imports @supabase/lite.' }] },
      ],
    },
  },
  // Generated: a table without relations, functions or the like is `{}` there.
  {
    files: ['src/backend/database.types.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': 'off' },
  },
  // Astro loads the module of a client directive by its default export.
  { files: ['src/site/islands/client-touch-directive.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['src/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // What the address of a static page asks for is known only after hydration.
      'react-hooks/set-state-in-effect': 'off',
    },
  },
)
