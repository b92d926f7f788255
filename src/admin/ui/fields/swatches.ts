/** Colours that can be told apart, on light and on dark. */
export const SWATCHES = [
  '#1d5548',
  '#2f8f63',
  '#7a8b2e',
  '#d9982b',
  '#c9652c',
  '#a5432a',
  '#b0527a',
  '#7c4fa0',
  '#3f76b5',
  '#2b8a94',
  '#7a6a58',
] as const
