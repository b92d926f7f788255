import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

/** How many of the admin's screens and dialogs share what is in its common file. */
const MIN_ADMIN_SHARE = 5

/**
 * How the modules of the browser are put into files. Readers' pages get what they use and nothing else, as by default.
 * By default a screen of the admin would be a hundred small files: what five of its screens share is one file.
 */
export const clientChunks: Rolldown.OutputOptions = {
  // The name of a reader's file would be the list of all its users, in each page.
  chunkFileNames: ({ name }) => `_astro/${name.replace(/~.*/, '')}.[hash].js`,
  codeSplitting: {
    groups: [
      {
        name: (id, context) => (isReaders(id, context) ? 'reader' : null),
        priority: 1,
        minShareCount: 2,
        entriesAware: true,
      },
      { name: 'admin', minShareCount: MIN_ADMIN_SHARE },
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
