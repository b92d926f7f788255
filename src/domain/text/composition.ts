/** The parts of a `KeyboardEvent` that tell. */
interface Key {
  key: string
  isComposing: boolean
  keyCode: number
}

/**
 * Whether a key belongs to the word that an input method composes (Japanese, Vietnamese, a dead accent …): Enter ends the
 * word, Escape drops it, arrows choose another. Whoever acts on keys leaves it alone.
 */
export function isCompositionKey({ key, isComposing, keyCode }: Key): boolean {
  // Safari ends the composition before it sends the key that ended it, with this code. On Android all letters have it.
  return isComposing || (keyCode === 229 && key !== 'Unidentified')
}
