import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    /**
     * Hydrates an island at the first pointer, focus or submit event. A string is a regular expression: when path and
     * query match it, the island is hydrated at once.
     */
    'client:touch'?: boolean | string
  }
}

/** Registers the client directive `client:touch`. */
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
