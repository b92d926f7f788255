import { adminClient } from '../../../backend/admin-client.ts'
import { categoryType, categoryValues } from '../../../domain/sections/category.ts'
import { type SectionRow, type sectionValues, sectionType } from '../../../domain/sections/section.ts'
import type { Entity } from '../../data/requests/entity-mutation.ts'
import { parseRow, unwrap } from '../../data/requests/postgrest.ts'

/** What a change of sections changes with them. */
export const CHANGED_ENTITIES: readonly Entity[] = [
  'sections',
  'categories',
  'front_versions',
  'slug_redirects',
  'menus',
]

// All of these reject with a BackendError; 'conflict': somebody else has changed it since.

/** Saves a section; `opened` null: a new one. */
export async function saveSection(
  opened: Pick<SectionRow, 'id' | 'version'> | null,
  values: ReturnType<typeof sectionValues>,
): Promise<SectionRow> {
  const args = { p_id: opened?.id ?? null, p_version: opened?.version ?? null, p_section: values }
  return parseRow(sectionType.row, await adminClient().rpc('save_section', args))
}

export async function loadSection(id: string): Promise<SectionRow> {
  return parseRow(
    sectionType.row,
    await adminClient().from('sections').select(sectionType.select).eq('id', id).single(),
  )
}

/** Makes a category of a section's title, which that section lists. Rejects with 'duplicate' where there is one of that name. */
export async function addCategoryOf({ title, slug }: SectionRow): Promise<void> {
  const form = { ...categoryType.blank(), name: title, sections: [slug] }
  unwrap(await adminClient().from('categories').insert(categoryValues(form)))
}

/** The arguments that put the sections in an order: of the navigation or, `home`, of the standard home page. */
export const orderArgs = (ids: readonly string[], home: boolean) => ({ p_ids: [...ids], p_home: home })

export async function orderSections(args: ReturnType<typeof orderArgs>): Promise<void> {
  unwrap(await adminClient().rpc('order_sections', args))
}

/** The arguments that remove a section; its categories and addresses go to another one (null: to none). */
export const removeArgs = ({ id, version }: SectionRow, into: string | null) => ({
  ...{ p_id: id, p_version: version },
  p_into: into,
})

export async function removeSection(args: ReturnType<typeof removeArgs>): Promise<void> {
  unwrap(await adminClient().rpc('remove_section', args))
}

/** Brings a section back that was removed, with all that the removal changed, but what somebody else has changed since. */
export async function restoreSection({ id }: SectionRow): Promise<void> {
  unwrap(await adminClient().rpc('restore_section', { p_id: id }))
}
