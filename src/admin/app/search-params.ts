import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Reads a parameter in quotation marks: a text that the router would otherwise take for a number or a truth value. */
function readQuoted(text: string): string {
  const value: unknown = text.startsWith('"') ? JSON.parse(text) : undefined
  if (typeof value !== 'string') throw new SyntaxError('Not a text in quotation marks')
  return value
}

/**
 * How the admin reads and writes the parameters of an address. The router by itself reads every parameter as JSON,
 * where the search for `12e45678` is one for infinity.
 */
export const searchParams = {
  parseSearch: parseSearchWith(readQuoted),
  stringifySearch: stringifySearchWith(JSON.stringify, readQuoted),
}
