import { adminClient } from '../../../../backend/admin-client.ts'
import { type TemplateForm, templateType } from '../../../../domain/story/template.ts'
import type { Opened } from '../../../data/requests/update-row.ts'
import { unwrap } from '../../../data/requests/postgrest.ts'

/**
 * Creates a template (`opened` null) or changes it, with its tags. Rejects with a BackendError: 'conflict' when it was
 * saved since it was opened, 'duplicate' when another template has the name, 'not-found' when it was deleted.
 */
export async function saveTemplate(opened: Opened | null, form: TemplateForm): Promise<void> {
  unwrap(
    await adminClient().rpc('save_template', {
      p_id: opened?.id ?? null,
      p_version: opened === null ? null : Number(opened.token),
      p_template: { ...templateType.columnsOf(form), content: { html: form.html } },
      p_tags: form.tag_ids,
    }),
  )
}
