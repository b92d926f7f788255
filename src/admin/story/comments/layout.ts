/** Windows in which the comments are beside the text, in place of what is there otherwise. */
export const BESIDE_QUERY = '(width >= 64rem)'

/** The id of the button that opens the comments. */
export const COMMENTS_BUTTON = 'comments-button'

/** The id of the element of a thread. */
export const threadId = (id: string) => `thread-${id}`
