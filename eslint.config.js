import { existsSync, readdirSync } from 'node:fs'
import js from '@eslint/js'
import tanstackQuery from '@tanstack/eslint-plugin-query'
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript'
import astro from 'eslint-plugin-astro'
import importX from 'eslint-plugin-import-x'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** The folders of src that a folder may import from, beside itself. */
const ALLOWED_IMPORTS = {
  look: [],
  magazine: [],
  domain: ['look'],
  words: ['domain'],
  backend: ['look', 'domain', 'words'],
  node: ['backend'],
  leaving: ['domain', 'words', 'backend', 'node', 'import'],
  backup: ['domain', 'backend', 'node', 'archive', 'publisher'],
  content: ['look', 'domain', 'words', 'backend', 'letters'],
  site: ['look', 'domain', 'words', 'backend', 'content'],
  import: ['domain', 'words', 'backend', 'node'],
  archive: ['domain', 'node'],
  letters: ['look', 'domain', 'words', 'backend'],
  publisher: ['look', 'domain', 'words', 'backend', 'node', 'archive', 'content', 'import', 'letters'],
  admin: ['look', 'domain', 'words', 'backend', 'letters'],
  pages: ['look', 'domain', 'words', 'backend', 'content', 'site', 'admin'],
}

/** The same within the publisher, whose files beside the folders import from all of them. */
const ALLOWED_PUBLISHER_IMPORTS = {
  database: [],
  folder: [],
  delivery: ['database', 'folder'],
  pictures: ['database', 'folder'],
  rendering: ['database', 'pictures'],
  server: ['folder', 'pictures', 'rendering'],
  imports: ['server'],
  exports: ['server'],
  letters: ['server'],
}

const BELOW_FEATURES = [
  'ui',
  'components',
  'resources',
  'data',
  'session',
  'routing',
  'story',
  'media-picker',
  'writing',
]

/** The same within the admin. A feature never imports another. */
const ALLOWED_ADMIN_IMPORTS = {
  ui: [],
  session: [],
  data: ['session'],
  routing: ['session'],
  components: ['ui', 'data', 'session'],
  resources: ['ui', 'components', 'data', 'session'],
  'media-picker': ['ui', 'components', 'resources', 'data', 'session'],
  story: ['ui', 'components', 'resources', 'data', 'session', 'media-picker'],
  writing: ['ui', 'components', 'resources', 'story', 'media-picker'],
  features: BELOW_FEATURES,
  app: [...BELOW_FEATURES, 'features'],
}

const folders = (path) =>
  readdirSync(new URL(path, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

/** A zone for each pair of folders without an allowed import. */
function zones(base, allowed) {
  const names = folders(base)
  const unknown = names.filter((name) => !(name in allowed))
  if (unknown.length > 0) throw new Error(`eslint.config.js does not know the folder ${base}/${unknown[0]}`)
  return names.flatMap((folder) =>
    names
      .filter((other) => other !== folder && !allowed[folder].includes(other))
      .map((other) => ({
        target: `${base}/${folder}`,
        from: `${base}/${other}`,
        message: `${folder} does not import from ${other} (see the folder map in the README).`,
      })),
  )
}

// One zone a feature, not one for each pair of them, which would take a tenth of the time of all rules.
const featureZones = folders('./src/admin/features').map((feature) => ({
  target: `./src/admin/features/${feature}`,
  from: './src/admin/features',
  except: [`./${feature}`],
  message:
    'A feature never imports another; what both need lives in admin/story, admin/data, admin/ui or a kit beside them.',
}))

/**
 * What pages and components show comes with its digest in Astro.locals.page: they never read the content themselves. These
 * are the files of the content that they may import.
 */
const CONTENT_FOR_PAGES = [
  'lists/authors.ts',
  'lists/list-chunks.ts',
  'pictures/picture-slots.ts',
  'pictures/pictures.ts',
  'render-context.ts',
  'types.ts',
  'pages',
]
for (const name of CONTENT_FOR_PAGES) {
  if (!existsSync(new URL(`./src/content/${name}`, import.meta.url)))
    throw new Error(`eslint.config.js names src/content/${name}, which does not exist`)
}
const contentZones = ['./src/pages', './src/site'].map((target) => ({
  target,
  from: './src/content',
  except: CONTENT_FOR_PAGES.map((name) => `./${name}`),
  message: 'Read the content in a page type (src/content/pages).',
}))

/** PostgREST counts `articles(count)` by whole rows, which reads every body: seconds at 10,000 stories. */
const EMBEDDED_COUNTS = [
  'Literal[value=/\\w\\(count\\)/]',
  'TemplateElement[value.raw=/\\w\\(count\\)/]',
].map((selector) => ({
  selector,
  message: 'Count related rows in an SQL function.',
}))

const THROWN_AS_TEXT = [
  {
    selector:
      "CallExpression[callee.name='String'] > Identifier.arguments[name=/^(error|reason|thrown|failure)$/]",
    message:
      'What clients of Supabase throw becomes [object Object]: use errorMessage of src/backend/error-message.ts.',
  },
]
/** Dates are written in one place, in the magazine's zone and language. */
const DATE_FORMATS = [
  'MemberExpression[property.name=/^toLocale(Date|Time)?String$/]',
  "MemberExpression[object.name='Intl'][property.name='DateTimeFormat']",
  'MemberExpression[property.name=/^[gs]et(FullYear|Month|Date|Day|Hours|Minutes|Seconds)$/]',
  'MemberExpression[property.name=/^to(Date|Time|GMT)String$/]',
  "CallExpression[callee.property.name=/^(slice|substring|split)$/][callee.object.callee.property.name='toISOString']",
].map((selector) => ({
  selector,
  message: 'Dates are written by src/domain/text/calendar.ts, numbers by src/domain/text/format-number.ts.',
}))

/** The day of a moment in UTC is not the magazine's. */
const UTC_DATES = [
  'MemberExpression[property.name=/^getUTC/]',
  "MemberExpression[property.name='toUTCString']",
].map((selector) => ({ selector, message: 'The zone of a date is that of src/domain/text/calendar.ts.' }))

/** What is out, and what is today, is judged by the clock of the server, not by that of a browser. */
const BROWSER_CLOCK = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
].map((selector) => ({
  selector,
  message: 'Ask serverClock (src/backend/server-clock.ts) for the time; measure with performance.now().',
}))

/** A failed refetch is an error beside data, which stay on the screen. */
const QUERY_ERRORS = [
  {
    selector: "Identifier[name='isError']",
    message: 'It is also true beside data, after a refetch that failed: ask isLoadingError.',
  },
]

const NAMED_EXPORTS = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'ExportAllDeclaration', message: 'No barrels.' },
]

/** The rules of syntax of all code of the product, of code that runs in browsers, and of the admin. */
const IN_SOURCE = [...NAMED_EXPORTS, ...EMBEDDED_COUNTS, ...DATE_FORMATS, ...UTC_DATES, ...THROWN_AS_TEXT]
const IN_BROWSERS = [...IN_SOURCE, ...BROWSER_CLOCK]
const IN_ADMIN = [...IN_BROWSERS, ...QUERY_ERRORS]

export default tseslint.config(
  {
    ignores: ['dist', '.local', '.astro', 'node_modules', 'test-results'],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  ...astro.configs.recommended,
  ...astro.configs['flat/jsx-a11y-recommended'],
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
            ...contentZones,
            ...zones('./src', ALLOWED_IMPORTS),
            ...zones('./src/publisher', ALLOWED_PUBLISHER_IMPORTS),
            ...zones('./src/admin', ALLOWED_ADMIN_IMPORTS),
            {
              target: ['./src/*', './supabase/!(seed)/**/*', './scripts'],
              from: './src/magazine',
              message: 'A new database is seeded with it. Everything else has what the database says.',
            },
            ...featureZones,
          ],
        },
      ],
      'import-x/no-cycle': [
        'error',
        // A dynamic import may lead back: the routes load the shell, whose sidebar lists the routes.
        { ignoreExternal: true, maxDepth: 6, allowUnsafeDynamicCyclicDependency: true },
      ],
      'import-x/first': 'error',
      'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
      'import-x/order': ['error', { groups: ['builtin', 'external', 'parent', 'sibling'] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['src/**/*.{ts,tsx,astro}', 'supabase/**/*.ts', 'scripts/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...DATE_FORMATS, ...THROWN_AS_TEXT] },
  },
  { files: ['src/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...IN_SOURCE] } },
  { files: ['src/{admin,site}/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...IN_BROWSERS] } },
  { files: ['src/admin/**/*.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...IN_ADMIN] } },
  {
    files: ['src/backend/error-message.ts', 'src/domain/text/calendar.ts', 'src/domain/text/date-format.ts'],
    rules: { 'no-restricted-syntax': ['error', ...NAMED_EXPORTS] },
  },
  {
    files: ['src/**/*.{ts,tsx,astro}'],
    ignores: ['src/backend/env/api-url.ts', 'src/middleware.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: '__SUPABASE_URL__',
          message:
            'Ask apiUrl() of src/backend/env/api-url.ts: readers on other machines may not reach this address.',
        },
      ],
    },
  },
  // Its own bound is one second, which a busy machine does not keep; that of expect.poll is the configuration's.
  {
    files: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'waitFor', message: 'Wait with expect.poll.' },
      ],
      'no-restricted-syntax': [
        'error',
        ...NAMED_EXPORTS,
        ...EMBEDDED_COUNTS,
        {
          selector: "Property[key.name='timeout'][value.type='Literal']",
          message: 'The bound is the configuration’s: an own one is not kept by a busy machine.',
        },
      ],
    },
  },
  {
    files: ['tests/e2e/**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='press'][callee.object.property.name!='keyboard']",
          message: 'A disabled control takes no key and nothing says so: use pressKey of support/keys.ts.',
        },
        {
          selector:
            "CallExpression[callee.property.name='beforeAll'] > ArrowFunctionExpression[params.length=0]",
          message:
            'It runs before the file has its magazine, unless it asks for `service` of support/test.ts.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          name: '@playwright/test',
          importNames: ['test'],
          message: 'Use that of support/test.ts, which gives each file a magazine of its own.',
        },
      ],
    },
  },
  // A global declaration file has no import statements: they would make it a module.
  {
    files: ['**/*.d.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    },
  },
  // Generated: a table without relations, functions or the like is `{}` there.
  {
    files: ['src/backend/database.types.ts'],
    rules: {
      '@typescript-eslint/no-empty-object-type': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['src/**/*.tsx'],
    plugins: { 'react-hooks': reactHooks },
    extends: [jsxA11y.flatConfigs.recommended],
    rules: {
      ...reactHooks.configs.recommended.rules,
      // React Aria's components focus the field of a dialog or popover that somebody has just opened.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
    },
  },
  // A cell or field in the place of the button that opened it, without which the focus would be lost.
  {
    files: [
      'src/admin/features/articles/article-list.tsx',
      'src/site/islands/search/header-search.tsx',
      'src/site/islands/forms/newsletter-form.tsx',
    ],
    rules: { 'jsx-a11y/no-autofocus': 'off' },
  },
  // A scrolled box or chart takes the focus, so that the arrow keys scroll it or walk through it.
  {
    files: [
      'src/admin/features/analytics/charts/time-chart.tsx',
      'src/admin/features/analytics/figure-card.tsx',
      'src/admin/features/fonts/font-preview-dialog.tsx',
      'src/admin/features/media/file-details.tsx',
      'src/admin/resources/bulk/bulk-change-dialog.tsx',
      'src/admin/resources/named/named-screen.tsx',
      'src/admin/resources/prediction/prediction-list.tsx',
    ],
    rules: {
      'jsx-a11y/no-noninteractive-tabindex': 'off',
      'jsx-a11y/no-noninteractive-element-interactions': 'off',
    },
  },
  {
    files: ['src/site/components/story/Carousel.astro'],
    rules: { 'astro/jsx-a11y/no-noninteractive-tabindex': 'off' },
  },
  // Uploaded films have no captions file.
  {
    files: ['src/admin/story/rendered-article-body.tsx', 'src/admin/features/media/file-preview.tsx'],
    rules: { 'jsx-a11y/media-has-caption': 'off' },
  },
  {
    files: ['src/site/components/story/Carousel.astro'],
    rules: { 'astro/jsx-a11y/media-has-caption': 'off' },
  },
  // Clicks on a backdrop, and on options whose keys the combobox handles.
  {
    files: [
      'src/admin/app/shell/shell.tsx',
      'src/site/islands/browse/search-box.tsx',
      'src/site/islands/search/header-search.tsx',
    ],
    rules: {
      'jsx-a11y/click-events-have-key-events': 'off',
      'jsx-a11y/interactive-supports-focus': 'off',
      'jsx-a11y/no-noninteractive-element-interactions': 'off',
    },
  },
  // An island reads the address of its static page only after hydration.
  { files: ['src/site/**/*.tsx'], rules: { 'react-hooks/set-state-in-effect': 'off' } },
  {
    files: ['src/admin/**/*.{ts,tsx}'],
    extends: [tanstackQuery.configs['flat/recommended']],
  },
  // Functions that make queries: the key names the entity and its parameters; schema and request follow from them.
  {
    files: [
      'src/admin/data/requests/paged-query.ts',
      'src/admin/data/requests/text-search.ts',
      'src/admin/**/queries.ts',
      'src/admin/features/analytics/data/numbers.ts',
      'src/admin/resources/named/named-type.ts',
    ],
    rules: { '@tanstack/query/exhaustive-deps': 'off' },
  },
  {
    files: ['supabase/local/**/*.ts'],
    ignores: ['supabase/local/auth/lite.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@supabase/lite*'], message: 'Only lite.ts imports @supabase/lite.' }] },
      ],
    },
  },
)
