import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The packages that make the rich text editor heavy. */
const EDITOR_PACKAGES = /[\\/]node_modules[\\/](@tiptap[\\/]core|parse5)[\\/]/

const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/
/** What the search of readers shares with the admin. */
const SEARCH_AND_ADMIN = /[\\/]src[\\/](domain[\\/](fold-text|composition)|backend[\\/]errors)\.ts$/
const SCHEMA = /[\\/](node_modules[\\/]zod|src[\\/]domain)[\\/]/
const READERS = /[\\/]src[\\/](site|pages)[\\/]/
const SEARCH_AND_FORMS =
  /[\\/]src[\\/]site[\\/]islands[\\/](header-search|browse[\\/]|contact-form|newsletter-)/

/**
 * Chunk groups of the browser build; a module goes to the first group that matches.
 * Readers' pages get what they use and nothing else, as by default; but what search and forms share in less than 3,000
 * bytes joins a file that most of the same pages load, in place of a dozen files of a few hundred bytes.
 * By default a screen of the admin would be a hundred small files. So what two of its screens share is one file, what
 * only screens with the rich text editor share is another one, which the rest of the admin does not load, and our schemas
 * that readers load on few pages or none are a third.
 */
export const clientChunks: Rolldown.OutputOptions = {
  // The name of a reader's file would be the list of all its users, in each page.
  chunkFileNames: ({ name }) => `_astro/${name.replace(/~.*/, '')}.[hash].js`,
  codeSplitting: {
    groups: [
      { name: 'react', test: REACT, priority: 5 },
      // A file of its own: joined with others of its size, it would load a part of zod with every search.
      { name: 'search', test: SEARCH_AND_ADMIN, priority: 5 },
      {
        name: (id, context) => (isLoadedBySearchAndForms(id, context) ? 'reader' : null),
        priority: 4,
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 3000,
      },
      {
        name: (id, context) =>
          isLoadedByReaders(id, context) && !loadsEditor(id, context) && SCHEMA.test(id) ? 'schemas' : null,
        priority: 3,
        minShareCount: 2,
      },
      {
        name: (id, context) => (isLoadedByReaders(id, context) ? 'reader' : null),
        priority: 2,
        minShareCount: 2,
        entriesAware: true,
      },
      {
        name: (id, context) => (isWithoutEditor(id, context) ? 'admin' : null),
        priority: 1,
        minShareCount: 2,
      },
      { name: 'editor', minShareCount: 2 },
    ],
  },
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

/** Whether a module comes with the rich text editor: it is of its packages, or imports one that is. */
const loadsEditor = reaches(
  (id) => EDITOR_PACKAGES.test(id),
  ({ importedIds }) => importedIds,
)

/** Whether a part of the admin that loads no editor loads the module. */
const isWithoutEditor = reaches(
  (id, context) => {
    const info = context.getModuleInfo(id)
    const isLoadedByItself = info !== null && (info.isEntry || info.dynamicImporters.length > 0)
    return isLoadedByItself && !loadsEditor(id, context)
  },
  ({ importers }) => importers,
)
