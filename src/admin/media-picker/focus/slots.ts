/** The proportions in which the site's styles show a picture, the widest first. */
export const SLOTS: readonly { label: string; ratio: string }[] = [
  { label: 'Opening picture', ratio: '16 / 10' },
  { label: 'Hero and cards', ratio: '3 / 2' },
  { label: 'Square, portrait', ratio: '1' },
  { label: 'Tall card', ratio: '4 / 5' },
  { label: 'Gallery, tall', ratio: '2 / 3' },
]
