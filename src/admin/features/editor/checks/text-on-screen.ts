import { readBody } from '../../../../domain/story/story-checks.ts'
import type { CheckedText } from '../../../story/checks/checked-story.ts'
import { type EditorForm, contentOf, serializeForm } from '../saving/form.ts'
import type { SaveState } from '../saving/state.ts'

/** What is checked of the text on the screen. */
export function textOnScreen({ form, saved }: SaveState): CheckedText {
  return checkedText(serializeForm(form), saved)
}

/** What is checked of the text as it was saved last; null before that. */
export function savedText({ saved }: SaveState): CheckedText | null {
  return saved === null ? null : checkedText(saved.form, saved)
}

/** The body of the article is taken where its text cannot be edited. */
function checkedText(form: EditorForm, saved: SaveState['saved']): CheckedText {
  return { id: saved?.id ?? null, form, body: readBody(contentOf(form) ?? saved?.content) }
}
