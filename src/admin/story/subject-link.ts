import type { LinkProps } from '@tanstack/react-router'
import type { Subject } from '../../domain/newsroom/subject.ts'

/** Where a story or a letter is in the admin. */
export function subjectLink({ kind, id }: Subject): Pick<LinkProps, 'to' | 'params'> {
  return kind === 'story'
    ? { to: '/admin/articles/$id', params: { id } }
    : { to: '/admin/letters/$letterId', params: { letterId: id } }
}
