/**
 * The words of these lines, separated by spaces. Without side effects for the bundler, which leaves out sets that a page
 * does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function wordSet(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.join(' ').split(' '))
}
