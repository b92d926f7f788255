/**
 * Imported by tests with a publisher of their own process: copies of pictures are soon made, with the least effort. How they
 * are made is tested beside `PictureStore`.
 */
import { join } from 'node:path'
import './soon-copied.ts'

process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, 'quick-pictures.ts')}`
