/** Characters that XML 1.0 does not allow. */
// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** A text as it may stand in XML, whatever it holds. */
export function cdata(text: string): string {
  const clean = text.toWellFormed().replace(NOT_IN_XML, '')
  return `<![CDATA[${clean.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** Elements with a text each, in this order, one a line. Null ones are left out. */
export function elements(fields: Readonly<Record<string, string | number | null>>): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : cdata(value ?? '')}</${name}>\n`)
    .join('')
}

/** Custom fields; empty ones are left out. */
export function customFields(fields: readonly (readonly [key: string, value: string | number])[]): string {
  return fields
    .filter(([, value]) => value !== '')
    .map(
      ([key, value]) =>
        `<wp:postmeta>\n${elements({ 'wp:meta_key': key, 'wp:meta_value': String(value) })}</wp:postmeta>\n`,
    )
    .join('')
}

/** A term that an item has. */
export function namedTerm(domain: string, nicename: string, name: string): string {
  const escaped = nicename.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<category domain="${domain}" nicename="${escaped}">${cdata(name)}</category>\n`
}
