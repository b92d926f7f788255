import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminClient } from '../../../../backend/admin-client.ts'
import { templateType } from '../../../../domain/template.ts'
import type { TemplateForm } from '../../../../domain/template.ts'
import { unwrap } from '../../../data/postgrest.ts'
import { deleteRow } from '../../../data/delete-row.ts'
import { keys } from '../../../data/keys.ts'

interface Save {
  /** Null makes a new template. */
  opened: { id: string; version: number } | null
  form: TemplateForm
}

/**
 * Saves a template with its tags unless somebody saved in between. Rejects with a BackendError: `conflict` then,
 * `duplicate` when another template has the name, `not-found` when it was deleted.
 */
export async function saveTemplate({ opened, form }: Save): Promise<void> {
  unwrap(
    await adminClient().rpc('save_template', {
      p_id: opened?.id ?? null,
      p_version: opened?.version ?? null,
      p_template: { ...templateType.columnsOf(form), content: { html: form.html } },
      p_tags: form.tag_ids,
    }),
  )
}

export function useSaveTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: saveTemplate,
    onSettled: () => client.invalidateQueries({ queryKey: keys.templates.all }),
  })
}

/** Deletes a template. Rejects with a BackendError. */
export function useDeleteTemplate() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => deleteRow('article_templates', id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.templates.all }),
  })
}
