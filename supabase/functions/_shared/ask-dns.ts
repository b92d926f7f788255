import type { AskDns } from '../../../src/letters/sending/check-sender.ts'

/** Asks the name servers of the functions' machine. */
export const askDns: AskDns = async (name) => {
  try {
    return (await Deno.resolveDns(name, 'TXT')).map((parts) => parts.join(''))
  } catch (error) {
    return error instanceof Deno.errors.NotFound ? [] : null
  }
}
