import { tagType, tagValues } from '../../../domain/sections/tag.ts'
import { namedType } from '../../resources/named/named-type.ts'

export const tags = namedType({
  table: 'tags',
  noun: 'tag',
  token: 'name',
  write: 'tags.write',
  type: tagType,
  toColumns: tagValues,
})
