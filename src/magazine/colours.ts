/** The colours of brand.css that mails, social cards and the browser's own bars need: those of the light site. */
export const COLOURS = {
  paper: '#f6f4ef',
  darkPaper: '#151917',
  card: '#fffdf9',
  ink: '#1b211e',
  soft: '#59615b',
  rule: '#d9d5ca',
  viridian: '#1d5548',
  brick: '#a5432a',
} as const
