/** Whether this is `npm run test:long`, which tries whole products and many random cases; `npm test` tries some of them. */
export const isLongRun = process.env['TEST_LONG'] === '1'

/** How many random cases are tried: all in the long run, one of `share` in `npm test`; `share` is larger where a case takes long. */
export const randomCases = (all: number, share = 4): number => (isLongRun ? all : Math.ceil(all / share))
