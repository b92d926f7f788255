import { useQuery } from '@tanstack/react-query'
import { adminClient } from '../../backend/admin-client.ts'
import { type SectionRow, Sections, sectionType } from '../../domain/sections/section.ts'
import { rowsQuery } from '../data/requests/queries.ts'

export const sectionsQuery = rowsQuery(['sections'], sectionType.row, () =>
  adminClient().from('sections').select(sectionType.select).order('position').order('slug'),
)

const NO_SECTIONS = new Sections([])
const toSections = (rows: SectionRow[]) => new Sections(rows)

/** The sections of the magazine; none until they are loaded. */
export function useSections(): Sections {
  return useQuery({ ...sectionsQuery, select: toSections }).data ?? NO_SECTIONS
}
