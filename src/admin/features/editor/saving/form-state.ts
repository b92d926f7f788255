import { Body } from '../../../writing/body.ts'
import { sameForm } from './editor-form.ts'
import type { EditorForm } from './editor-form.ts'

/** The form of the open editor: an EditorForm whose body is a document. Null: the body cannot be edited as text. */
export interface FormState extends Omit<EditorForm, 'html'> {
  body: Body | null
}

/** The form to go on with; it keeps the document of `current` where the text is the same. */
export function formState({ html, ...fields }: EditorForm, current?: FormState): FormState {
  if (html === null) return { ...fields, body: null }
  const body = new Body(html)
  return { ...fields, body: current?.body?.equals(body) ? current.body : body }
}

const serialized = new WeakMap<FormState, EditorForm>()

/** The form as it is sent and stored; the same object for the same state. */
export function serializeForm(state: FormState): EditorForm {
  const known = serialized.get(state)
  if (known) return known
  const { body, ...fields } = state
  const form = { ...fields, html: body === null ? null : body.html }
  serialized.set(state, form)
  return form
}

export function sameFormState(a: FormState, b: FormState): boolean {
  if (a === b) return true
  const sameBody = a.body === null || b.body === null ? a.body === b.body : a.body.equals(b.body)
  return sameBody && sameForm({ ...a, html: null }, { ...b, html: null })
}
