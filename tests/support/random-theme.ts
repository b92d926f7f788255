import fc from 'fast-check'
import { legibleNeighbour } from '../../src/domain/theme/legible.ts'
import {
  type Colours,
  type Theme,
  SCHEMES,
  STANDARD_THEME,
  THEME_ROLES,
} from '../../src/domain/theme/theme.ts'

export const anyHex = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)

const anyRole = fc.constantFrom(...THEME_ROLES)

const colours = fc.record(
  Object.fromEntries(THEME_ROLES.map((role) => [role, anyHex])),
) as fc.Arbitrary<Colours>

/** A change of one colour after another, each by its neighbour where it would not pass. */
const legibleColours = (scheme: (typeof SCHEMES)[number]) =>
  fc.array(fc.tuple(anyRole, anyHex), { maxLength: 8 }).map((changes) =>
    changes.reduce<Colours>((before, [role, value]) => {
      const neighbour = legibleNeighbour({ ...before, [role]: value }, scheme, role)
      return neighbour === null ? before : { ...before, [role]: neighbour.value }
    }, STANDARD_THEME[scheme]),
  )

/** Themes that may be stored. */
export const legibleTheme: fc.Arbitrary<Theme> = fc.record({
  light: legibleColours('light'),
  dark: legibleColours('dark'),
})

/** The standard, or one that may be stored, with a few colours changed: about half of them have a pair that fails. */
export const anyTheme: fc.Arbitrary<Theme> = fc.oneof(
  fc.record({ light: colours, dark: colours }),
  fc
    .tuple(legibleTheme, fc.constantFrom(...SCHEMES), fc.array(fc.tuple(anyRole, anyHex), { maxLength: 2 }))
    .map(([theme, scheme, changes]) => ({
      ...theme,
      [scheme]: { ...theme[scheme], ...Object.fromEntries(changes) },
    })),
)
