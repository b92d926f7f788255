/**
 * What becomes of the stories of an account that is removed. `count` is undefined while it is not known; `name` is null
 * where the account has none, and so no byline.
 */
export function storiesText(count: number | undefined, name: string | null): string {
  if (count === 0) return 'No story belongs to this account.'
  const stories =
    count === undefined
      ? 'Their stories stay'
      : count === 1
        ? 'Their 1 story stays'
        : `Their ${count} stories stay`
  if (name === null) return `${stories}, without a byline, as now.`
  return `${stories} under the name ${name}.`
}
