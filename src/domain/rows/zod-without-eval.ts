import { config } from 'zod/mini'

/**
 * Stops zod from compiling code: the pages' content security policy forbids `eval`. Imported wherever a browser loads
 * schemas.
 */
config({ jitless: true })
