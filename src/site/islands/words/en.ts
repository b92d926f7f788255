import { enScripts } from '../../../words/en-scripts.ts'

globalThis.pageWords = enScripts
