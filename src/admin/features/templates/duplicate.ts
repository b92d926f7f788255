import type { Template, TemplateForm } from '../../../domain/story/template.ts'
import { normalHtml } from '../../writing/paste/normal-html.ts'
import { copyName, templateForm } from './template-form.ts'

/** The form of a copy, under a name that is not `taken`. Browser only. */
export function duplicateOf(template: Template, taken: readonly string[]): TemplateForm {
  return { ...templateForm(template, normalHtml), name: copyName(template.name, taken) }
}
