import type { Sections } from '../../../domain/sections/section.ts'
import type { Tag } from '../../../domain/sections/tag.ts'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { formatList } from '../../ui/dates/format.ts'
import { useSections } from '../../story/sections.ts'
import { tags } from './tags.ts'

export function TagDialog(props: NamedDialogProps<Tag>) {
  const sections = useSections()
  return (
    <NamedDialog {...props} named={tags} noteOnName={(before, name) => buttonNote(sections, before, name)} />
  )
}

/** What else is renamed with a tag; null: nothing. */
function buttonNote({ all }: Sections, before: string | null, name: string): string | null {
  if (before === null || name.trim() === before) return null
  const titles = all.filter(({ button_tags }) => button_tags.includes(before)).map(({ title }) => title)
  if (titles.length === 0) return null
  return `The filter button “${before}” of ${formatList(titles)} is renamed, too.`
}
