import type { StoryColours, StoryPalette } from '../content/types.ts'

/** The colours of a story as CSS custom properties, which look/colours.css has for all other pages. */
export function paletteCss({ light, dark }: StoryPalette): string {
  const pair = (name: keyof StoryColours) => `--${name}:light-dark(${light[name]},${dark[name]})`
  return [pair('paper'), pair('card'), pair('rule'), pair('accent')].join(';')
}
