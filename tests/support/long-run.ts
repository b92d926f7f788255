/** Whether this is `npm run test:long`, which tries whole products and many random cases; `npm test` tries some of them. */
export const isLongRun = process.env['TEST_LONG'] === '1'

/** How many random cases are tried: a quarter of `all` in `npm test`. */
export const randomCases = (all: number): number => (isLongRun ? all : Math.ceil(all / 4))
