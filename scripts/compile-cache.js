/**
 * Has Node keep compiled code between starts, for this process and those that it starts: they start faster and take some
 * 25 MB less, for without TypeScript to strip they do not load its parser. JavaScript, as the parser is loaded otherwise.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../node_modules/.cache/mantel/compiled')
enableCompileCache(folder)
process.env.NODE_COMPILE_CACHE ??= folder
