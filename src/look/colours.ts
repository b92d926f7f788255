/**
 * The standard colours by what they are for: a magazine has them as long as nobody has chosen others in the admin
 * (domain/theme). colours.css has the same for stylesheets.
 */
export const COLOURS = {
  paper: '#e2e8eb',
  card: '#f4f7f8',
  ink: '#191420',
  soft: '#4f5660',
  rule: '#b9c3ca',
  link: '#1d3567',
  mark: '#d2401f',
  signal: '#a81f2d',
  focus: '#c03a1b',
  field: '#18254a',
  'on-field': '#eef1f4',
  'on-field-soft': '#bcc7dd',
} as const

/** The same in the dark. */
export const DARK_COLOURS = {
  paper: '#11151b',
  card: '#1a2028',
  ink: '#eceef0',
  soft: '#a3acb6',
  rule: '#37414c',
  link: '#a9c0ee',
  mark: '#ff7d54',
  signal: '#f2858b',
  focus: '#ff9b7a',
  field: '#1b2a52',
  'on-field': '#eef1f4',
  'on-field-soft': '#bcc7dd',
} as const satisfies Record<keyof typeof COLOURS, string>
