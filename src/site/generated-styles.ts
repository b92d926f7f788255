import { filledRowsCss } from './filled-rows.ts'
import { FACES } from './fonts.ts'

/** The rows that hold what they hold: those of a section have rules for each of its filters (section-filter.ts). */
const ROWS = '.row:not(.featured,.filtered .row)'

/** Vite plugin: puts rules that are made of values into the stylesheets that name them. */
export function generatedStyles() {
  return {
    name: 'generated-styles',
    transform: {
      order: 'pre' as const,
      filter: { id: /\/site\/styles\/[\w-]+\.css/ },
      handler: (code: string) =>
        code
          .replace(/@font-faces (\w+);/g, (_, name: string) => FACES[name]?.().join('\n') ?? '')
          .replace('@filled-rows;', `@layer stories{${filledRowsCss(ROWS)}}`),
    },
  }
}
