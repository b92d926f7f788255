import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** The packages that make the editor of texts heavy. */
const EDITOR_PACKAGES = /[\\/]node_modules[\\/](@tiptap[\\/]core|parse5)[\\/]/

/**
 * How the modules of the browser are put into files. Readers' pages get what they use and nothing else, as by default.
 * By default a screen of the admin would be a hundred small files. So what two of its screens share is one file, and what
 * only screens with an editor of texts share is another one, which the rest of the admin does not load.
 */
export const clientChunks: Rolldown.OutputOptions = {
  // The name of a reader's file would be the list of all its users, in each page.
  chunkFileNames: ({ name }) => `_astro/${name.replace(/~.*/, '')}.[hash].js`,
  codeSplitting: {
    groups: [
      {
        name: (id, context) => (isReaders(id, context) ? 'reader' : null),
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

/** Whether a reader's page loads the module, by itself or through others. */
function isReaders(id: string, context: Context, visited = new Set<string>()): boolean {
  if (/[\\/]src[\\/](site|pages)[\\/]/.test(id)) return true
  visited.add(id)
  const info = context.getModuleInfo(id)
  return [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])].some(
    (importer) => !visited.has(importer) && isReaders(importer, context, visited),
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
