declare module 'negotiator' {
  interface Request {
    headers: Readonly<Record<string, string | string[] | undefined>>
  }

  export class Negotiator {
    constructor(request: Request)
    /** The one of these that the request accepts most; of equal ones the first in `preferred`. */
    encoding<T extends string>(available: readonly T[], options: { preferred: readonly T[] }): T | undefined
    mediaType<T extends string>(available: readonly T[]): T | undefined
  }
}
