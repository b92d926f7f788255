/**
 * What becomes of the `stories` of an account that is removed, of which `given` go to somebody else. `stories` is undefined
 * while it is not known; `name` is null where the account has none, and so no byline.
 */
export function storiesText(stories: number | undefined, given: number, name: string | null): string {
  if (stories === 0) return 'No story belongs to this account.'
  const byline = name === null ? ', without a byline, as now.' : ` under the name ${name}.`
  if (stories === undefined) return `Their stories stay${byline}`
  const staying = stories - given
  if (staying <= 0) return 'No story stays with this account.'
  const others = given > 0 ? 'other ' : ''
  return `Their ${staying} ${others}${staying === 1 ? 'story stays' : 'stories stay'}${byline}`
}
