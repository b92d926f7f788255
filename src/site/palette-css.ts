import { STORY_ROLES, type StoryPalette } from '../domain/story/story-palette.ts'

/** The colours of a story as CSS custom properties, which look/colours.css has for all other pages. */
export function paletteCss({ light, dark }: StoryPalette): string {
  const value = (a: string, b: string) => (a === b ? a : `light-dark(${a},${b})`)
  const properties = STORY_ROLES.map((role) => `--${role}:${value(light[role], dark[role])}`)
  return [...properties, '--accent:var(--link)', '--on-wall:var(--link)'].join(';')
}
