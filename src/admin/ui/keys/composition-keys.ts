import { isCompositionKey } from '../../../domain/text/composition.ts'

/**
 * Keeps the keys of an input method from all that acts on keys: tags, suggestions, dialogs, shortcuts. The text editors
 * get theirs, and know what to do with them.
 */
export function keepCompositionKeys(): void {
  const listener = (event: KeyboardEvent) => {
    const isEditor = event.target instanceof HTMLElement && event.target.isContentEditable
    if (isCompositionKey(event) && !isEditor) event.stopPropagation()
  }
  addEventListener('keydown', listener, { capture: true })
}
