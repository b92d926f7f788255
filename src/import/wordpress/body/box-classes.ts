/** The classes of groups that are boxes of a story, by their `data-block`: an export to WordPress gives them. */
export const BOX_CLASSES: Readonly<Record<string, string>> = { facts: 'is-fact-box', note: 'is-margin-note' }
