import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates an island when a reader first touches it: by pointer, focus or an early submit. A string is a regular
     * expression: when the address (path and query) matches it, the island is hydrated at once.
     */
    'client:touch'?: boolean | string
  }
}

/** Makes the directive `client:touch` known to Astro. */
export function clientTouch(): AstroIntegration {
  return {
    name: 'client-touch',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'touch',
          entrypoint: fileURLToPath(new URL('./client-touch-directive.ts', import.meta.url)),
        })
      },
    },
  }
}
