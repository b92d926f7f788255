import { config } from 'zod/mini'

/** Zod compiles no code in browsers: the policy of the pages forbids `eval`. Imported wherever a browser loads schemas. */
config({ jitless: true })
