import type { Plugin, Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/
const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/
const ARIA = /[\\/]node_modules[\\/](react-aria|react-aria-components|react-stately)[\\/]/
/** The parts of React Aria that only open or rarely used things need: menus, dialogs, selects, calendars. */
const WIDGETS =
  /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/](?!(Button|TextField|TextArea|SearchField|ProgressBar)\.)/
/** React Aria's calendar, for every calendar of the world: no field needs it before it is opened. */
const CALENDAR = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]Calendar\./
/** The packages that make the rich text editor heavy. */
const EDITOR_PACKAGES =
  /[\\/]node_modules[\\/](@tiptap[\\/]core|prosemirror-[a-z]+|hast-util-[a-z-]+|hastscript)[\\/]/
const FORM_OR_DATE_PACKAGE = /[\\/]node_modules[\\/](react-hook-form|@internationalized[\\/]date)[\\/]/
const SCHEMA = /[\\/](node_modules[\\/]zod|src[\\/]domain)[\\/]/

const READERS = /[\\/]src[\\/](site|pages)[\\/]/
const SEARCH_AND_FORMS =
  /[\\/]src[\\/]site[\\/]islands[\\/](search[\\/]header-search|browse[\\/]|forms[\\/](contact-form|newsletter-))/
/** What the search of readers shares with the admin. */
const SEARCH_AND_ADMIN = /[\\/]src[\\/](domain[\\/]text[\\/](fold-text|composition)|backend[\\/]errors)\.ts$/
const READER_CLIENT = /[\\/]src[\\/]site[\\/]islands[\\/]reader-client\.ts$/
const DATES = /[\\/]src[\\/](site[\\/]islands[\\/]dom|domain[\\/]text[\\/]date-format)\.ts$/
const CARDS =
  /[\\/]src[\\/](site[\\/]islands[\\/]cropped-picture|domain[\\/]story[\\/](read-time|title))\.ts$/
const ROWS = /[\\/]src[\\/]domain[\\/](readers[\\/]email|rows[\\/]row|text[\\/]cut)\.ts$/
/** What forms share with pages and islands that have none. */
const BESIDE_FORMS =
  /[\\/]src[\\/](domain[\\/]readers[\\/]subscriber-link|site[\\/]islands[\\/](toast|hydrate|built-html|words[\\/]use-words))\.tsx?$/
const FORMS =
  /[\\/]src[\\/]site[\\/](islands[\\/]forms[\\/](posted-form|use-sign-up|field)|form-messages)\.tsx?$/

/** The app, its frame, and the screen that it opens with. */
const FIRST_SCREEN =
  /[\\/]src[\\/]admin[\\/](app[\\/](admin-app|shell[\\/]shell)\.tsx$|features[\\/]dashboard[\\/])/
const ADMIN_UI = /[\\/]src[\\/]admin[\\/]ui[\\/]/
const FEATURE = /[\\/]src[\\/]admin[\\/]features[\\/](?!editor[\\/])([a-z-]+)[\\/]/

/**
 * Chunk groups of the browser build, in order: a module goes to the first that matches, and takes along all that it
 * imports and no group before has. So a file imports files of earlier groups only, and no two import each other; groups
 * that are split by `entriesAware` into what the same pages load keep to that, too. `refuseCycles` makes sure of it.
 *
 * Readers' pages get what they use and nothing else; a few files that most of the same pages load join what would be a
 * dozen of some hundred bytes. By default a screen of the admin would be a hundred small files. It has one for what is
 * needed until the first screen shows, and else what two of its screens share is in files of a kind: plain parts of
 * screens, what opens over them, the rich text editor. Each kind is one file for every set of screens that need
 * the same (`entriesAware`): in one, a list would load half of all forms. Joining small ones
 * (`entriesAwareMergeThreshold`) can make cycles.
 */
export const clientChunks: Rolldown.OutputOptions = {
  // The name of a reader's file would be the list of all its users, in each page.
  chunkFileNames: ({ name }) => `_astro/${name.replace(/~.*/, '')}.[hash].js`,
  codeSplitting: {
    groups: [
      { name: 'react', test: REACT },
      // A file of its own: joined with others of its size, it would load a part of zod with every search.
      { name: 'search', test: SEARCH_AND_ADMIN },
      { name: 'reader-client', test: READER_CLIENT },
      { name: 'reader-dates', test: DATES },
      { name: 'cards', test: CARDS },
      { name: 'reader-rows', test: ROWS },
      { name: 'reader', test: BESIDE_FORMS, entriesAware: true },
      { name: 'reader-forms', test: FORMS },
      {
        name: (id, context) => (isLoadedBySearchAndForms(id, context) ? 'reader' : null),
        minShareCount: 2,
        entriesAware: true,
      },
      {
        name: (id, context) =>
          isLoadedByReaders(id, context) && !loadsEditor(id, context) && SCHEMA.test(id) ? 'schemas' : null,
        minShareCount: 2,
      },
      {
        name: (id, context) => (isLoadedByReaders(id, context) ? 'reader' : null),
        minShareCount: 2,
        entriesAware: true,
      },
      { name: 'first-screen', test: FIRST_SCREEN },
      {
        name: (id, context) =>
          ICONS.test(id) ||
          (ADMIN_UI.test(id) && !loadsWidgets(id, context) && !loadsFormsOrDates(id, context))
            ? 'controls'
            : null,
        minShareCount: 2,
      },
      {
        name: (id, context) =>
          ADMIN_UI.test(id) && importsWidgets(id, context) && !loadsCalendar(id, context) ? 'widgets' : null,
      },
      {
        name: (id, context) =>
          isShared(id, context) && !ARIA.test(id) && !loadsWidgets(id, context) ? 'lists' : null,
        minShareCount: 2,
        entriesAware: true,
      },
      {
        name: (id, context) => (isShared(id, context) ? 'dialogs' : null),
        minShareCount: 2,
        entriesAware: true,
      },
      // What only the screens of one feature share.
      {
        name: (id, context) => (isWithoutEditor(id, context) ? (FEATURE.exec(id)?.[1] ?? null) : null),
        minShareCount: 2,
      },
      { name: 'editor', minShareCount: 2, entriesAware: true },
    ],
  },
}

/** Fails a build in which script files import each other: a class could run before the class it extends. */
export function refuseCycles(): Plugin {
  return {
    name: 'mantel:refuse-cycles',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const cycle = findCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
      if (cycle !== null) this.error(`Script files import each other: ${cycle.join(' > ')}`)
    },
  }
}

/** Files that import each other, the first of them again at the end; null when there are none. */
export function findCycle(importsOf: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const follow = (file: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(file)
    if (start >= 0) return [...path.slice(start), file]
    if (done.has(file)) return null
    for (const imported of importsOf.get(file) ?? []) {
      const cycle = follow(imported, [...path, file])
      if (cycle !== null) return cycle
    }
    done.add(file)
    return null
  }
  for (const file of importsOf.keys()) {
    const cycle = follow(file, [])
    if (cycle !== null) return cycle
  }
  return null
}

type ModulePredicate = (id: string, context: Context) => boolean

/**
 * Predicate: `test` holds for a module or for one reachable by `next`. Cached per build, which has a context of its own.
 */
function reaches(
  test: ModulePredicate,
  next: (info: Rolldown.ModuleInfo) => readonly string[],
): ModulePredicate {
  const answersOf = new WeakMap<Context, Map<string, boolean>>()
  return (id, context) => {
    const answers = answersOf.get(context) ?? new Map<string, boolean>()
    answersOf.set(context, answers)
    const visited = new Set<string>()
    const search = (module: string): boolean => {
      const known = answers.get(module)
      if (known !== undefined) return known
      visited.add(module)
      const info = context.getModuleInfo(module)
      const isFound =
        test(module, context) ||
        (info !== null && next(info).some((other) => !visited.has(other) && search(other)))
      if (isFound) answers.set(module, true)
      return isFound
    }
    const isFound = search(id)
    // Only a failed search has visited its modules completely.
    if (!isFound) for (const module of visited) answers.set(module, false)
    return isFound
  }
}

const isLoadedByReaders = isLoadedBy(READERS)
const isLoadedBySearchAndForms = isLoadedBy(SEARCH_AND_FORMS)

/** Whether a module is one of these, or one of these loads it, by itself or through others. */
function isLoadedBy(modules: RegExp): ModulePredicate {
  return reaches(
    (id) => modules.test(id),
    ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters],
  )
}

/** Whether a module comes with one of these: it is one, or imports one. */
function loads(modules: RegExp): ModulePredicate {
  return reaches(
    (id) => modules.test(id),
    ({ importedIds }) => importedIds,
  )
}

const loadsEditor = loads(EDITOR_PACKAGES)
const loadsWidgets = loads(WIDGETS)
const loadsCalendar = loads(CALENDAR)
const loadsFormsOrDates = loads(FORM_OR_DATE_PACKAGE)

function importsWidgets(id: string, context: Context): boolean {
  return context.getModuleInfo(id)?.importedIds.some((imported) => WIDGETS.test(imported)) ?? false
}

/** Whether a part of the admin that loads no editor loads the module. */
const isWithoutEditor = reaches(
  (id, context) => {
    const info = context.getModuleInfo(id)
    const isLoadedByItself = info !== null && (info.isEntry || info.dynamicImporters.length > 0)
    return isLoadedByItself && !loadsEditor(id, context)
  },
  ({ importers }) => importers,
)

/** Whether a module may be shared by several features that load no editor. */
function isShared(id: string, context: Context): boolean {
  return !FEATURE.test(id) && isWithoutEditor(id, context)
}
