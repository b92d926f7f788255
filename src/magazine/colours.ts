/** The colours of brand.css that mails, social cards and the browser's own bars need: those of the light site. */
export const COLOURS = {
  paper: '#e2e8eb',
  darkPaper: '#11151b',
  card: '#f4f7f8',
  ink: '#191420',
  soft: '#4f5660',
  rule: '#b9c3ca',
  viridian: '#1d3567',
  brick: '#a81f2d',
} as const
