/**
 * Makes Node keep compiled code between starts, for this process and its children: they start faster and take some 25 MB
 * less, since without TypeScript to strip they do not load its parser. Written in JavaScript, else this file would load it.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../node_modules/.cache/mantel/compiled')
enableCompileCache(folder)
process.env.NODE_COMPILE_CACHE ??= folder
