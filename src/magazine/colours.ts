/** The colours of brand.css that mails, social cards, the browser's own bars and the colours of a story need. */
export const COLOURS = {
  paper: '#e2e8eb',
  card: '#f4f7f8',
  ink: '#191420',
  soft: '#4f5660',
  rule: '#b9c3ca',
  prussian: '#1d3567',
  madder: '#a81f2d',
} as const

/** The same in the dark. */
export const DARK_COLOURS = {
  paper: '#11151b',
  card: '#1a2028',
  ink: '#eceef0',
  soft: '#a3acb6',
  rule: '#37414c',
  prussian: '#a9c0ee',
  madder: '#f2858b',
} as const satisfies Record<keyof typeof COLOURS, string>
