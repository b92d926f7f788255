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
        name: (id, context) => (isLoadedBy(SEARCH_AND_FORMS, id, context) ? 'reader' : null),
        priority: 4,
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: 3000,
      },
      {
        name: (id, context) =>
          isLoadedBy(READERS, id, context) && !loadsEditor(id, context) && SCHEMA.test(id) ? 'schemas' : null,
        priority: 3,
        minShareCount: 2,
      },
      {
        name: (id, context) => (isLoadedBy(READERS, id, context) ? 'reader' : null),
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

/** Whether a module is one of these, or one of these loads it, by itself or through others. */
function isLoadedBy(modules: RegExp, id: string, context: Context, visited = new Set<string>()): boolean {
  if (modules.test(id)) return true
  visited.add(id)
  const info = context.getModuleInfo(id)
  return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].some(
    (importer) => !visited.has(importer) && isLoadedBy(modules, importer, context, visited),
  )
}

/** Whether a part of the admin that loads no editor loads the module. */
function isWithoutEditor(id: string, context: Context, visited = new Set<string>()): boolean {
  visited.add(id)
  const info = context.getModuleInfo(id)
  if (info === null) return false
  const isLoadedByItself = info.isEntry || info.dynamicImporters.length > 0
  if (isLoadedByItself && !loadsEditor(id, context)) return true
  return info.importers.some(
    (importer) => !visited.has(importer) && isWithoutEditor(importer, context, visited),
  )
}

/** Whether a module comes with the editor of texts: it is of its packages, or imports one that is. */
function loadsEditor(id: string, context: Context, visited = new Set<string>()): boolean {
  visited.add(id)
  if (EDITOR_PACKAGES.test(id)) return true
  const imported = context.getModuleInfo(id)?.importedIds ?? []
  return imported.some((one) => !visited.has(one) && loadsEditor(one, context, visited))
}
