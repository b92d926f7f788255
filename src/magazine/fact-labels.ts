/** The label of the fact that says where a house is: search engines are told of it. */
export const PLACE_LABEL = 'Place'

/** The labels of facts of a house that are proposed before others were used. */
export const FACT_LABELS = [
  PLACE_LABEL,
  'Architect',
  'Year',
  'Area',
  'Who lives here',
  'What was moved',
  'What was kept',
] as const
