import { categoryType, categoryValues } from '../../../domain/category.ts'
import { namedType } from '../../resources/named/named-type.ts'

export const categories = namedType({
  table: 'categories',
  noun: 'category',
  searched: ['name', 'description'],
  token: 'updated_at',
  write: 'categories.write',
  type: categoryType,
  toColumns: categoryValues,
})
