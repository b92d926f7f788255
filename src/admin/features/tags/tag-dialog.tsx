import type { Tag } from '../../../domain/tag.ts'
import { JOURNAL_TAGS } from '../../../magazine/sections.ts'
import { type NamedDialogProps, NamedDialog } from '../../resources/named/named-dialog.tsx'
import { tags } from './tags.ts'

export function TagDialog(props: NamedDialogProps<Tag>) {
  return <NamedDialog {...props} named={tags} noteOnName={journalNote} />
}

function journalNote(before: string | null, name: string): string | null {
  if (before === null || !JOURNAL_TAGS.includes(before) || name.trim() === before) return null
  return `Design Journal has a filter button “${before}” for this tag; renamed, it finds no stories.`
}
