import type { Element } from 'hast'

/** The declarations in the `style` attribute of an element, in lower case. */
export function styleOf({ properties }: Element): ReadonlyMap<string, string> {
  return new Map(
    String(properties.style ?? '')
      .split(';')
      .flatMap((rule): [string, string][] => {
        const [name, ...value] = rule.split(':')
        return name === undefined || value.length === 0
          ? []
          : [[name.trim().toLowerCase(), value.join(':').trim().toLowerCase()]]
      }),
  )
}
