import { serverClock } from '../../../backend/server-clock.ts'
import { toEditorHtml } from '../../../domain/body/html/to-editor-html.ts'
import { type Template, type TemplateForm, templateType } from '../../../domain/story/template.ts'
import { cut } from '../../../domain/text/cut.ts'

/** The form of a stored template; `normalize` writes a body as the editor would. */
export function templateForm(template: Template, normalize: (html: string) => string): TemplateForm {
  const { content, tag_ids } = template
  return templateType.formOf(template, {
    html: normalize(toEditorHtml(content, serverClock.storyLanguage())?.html ?? ''),
    tag_ids,
  })
}

/** A free name for a copy: 'Copy of House visit', then 'Copy of House visit 2' …, never longer than a name may be. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.trim().toLowerCase()))
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`
    const copy = cut(`Copy of ${name}`, templateType.fields.name.max - end.length).trimEnd() + end
    if (!used.has(copy.toLowerCase())) return copy
  }
}
