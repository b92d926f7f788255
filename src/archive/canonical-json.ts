/** What JavaScript's JSON has since Node 22, which the types do not know yet. */
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
}
const exact = JSON as unknown as ExactJson

/** A number with more digits than a double holds; in a text such digits do no harm. */
const LONG_NUMBER = /\d[\d.]{15}/

/** JSON as a value, whose numbers are kept digit by digit where a double has fewer: PostgreSQL's have any number of digits. */
export function parseJson(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  return exact.parse(text, (_, value, { source = '' }) =>
    typeof value === 'number' && LONG_NUMBER.test(source) && String(value) !== source
      ? exact.rawJSON(source)
      : value,
  )
}

/** A value as JSON in the one spelling of RFC 8785. A number that no double holds keeps its digits. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object' || exact.isRawJSON(value)) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`
}
