import { filledRowsCss } from '../lists/shelves-css.ts'
import { FACES } from '../fonts.ts'

/** Rows with a fixed content. The row of a section has rules for each of its filters instead (section-filter.ts). */
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
