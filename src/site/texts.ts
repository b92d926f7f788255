/** Texts that several places show. */

/** Advice under the heading of what could not be loaded. */
export const NOT_REACHED = 'The magazine could not be reached. Please check your connection.'
