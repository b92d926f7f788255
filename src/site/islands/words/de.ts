import { deScripts } from '../../../words/de-scripts.ts'

globalThis.pageWords = deScripts
