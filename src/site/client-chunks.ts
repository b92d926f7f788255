import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The packages that make the editor of texts heavy. */
const EDITOR_PACKAGES = /[\\/]node_modules[\\/](@tiptap[\\/]core|parse5)[\\/]/

const REACT = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/
const SCHEMA = /[\\/](node_modules[\\/]zod|src[\\/]domain)[\\/]/
const READERS = /[\\/]src[\\/](site|pages)[\\/]/
const SEARCH_AND_FORMS =
  /[\\/]src[\\/]site[\\/]islands[\\/](header-search|browse[\\/]|contact-form|newsletter-)/

/**
 * How the modules of the browser are put into files: those of the first group that names them.
 * Readers' pages get what they use and nothing else, as by default; but what search and forms share in less than 3,000
 * bytes joins a file that most of the same pages load, in place of a dozen files of a few hundred bytes.
 * By default a screen of the admin would be a hundred small files. So what two of its screens share is one file, what
 * only screens with an editor of texts share is another one, which the rest of the admin does not load, and our schemas
 * that readers load on few pages or none are a third.
 */
export const clientChunks: Rolldown.OutputOptions = {
  // The name of a reader's file would be the list of all its users, in each page.
  chunkFileNames: ({ name }) => `_astro/${name.replace(/~.*/, '')}.[hash].js`,
  codeSplitting: {
    groups: [
      { name: 'react', test: REACT, priority: 5 },
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

/** What is asked about a module. */
type Question = (id: string, context: Context) => boolean

/**
 * Asks whether `test` holds for a module, or for one that is reached from it by `next`. Each module is looked at once in
 * a build, which has a context of its own.
 */
function reaches(test: Question, next: (info: Rolldown.ModuleInfo) => readonly string[]): Question {
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
    // Nothing was found from any of them; in a search that found something, some were not looked at to their end.
    if (!isFound) for (const module of visited) answers.set(module, false)
    return isFound
  }
}

const isLoadedByReaders = isLoadedBy(READERS)
const isLoadedBySearchAndForms = isLoadedBy(SEARCH_AND_FORMS)

/** Whether a module is one of these, or one of these loads it, by itself or through others. */
function isLoadedBy(modules: RegExp): Question {
  return reaches(
    (id) => modules.test(id),
    ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters],
  )
}

/** Whether a module comes with the editor of texts: it is of its packages, or imports one that is. */
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
