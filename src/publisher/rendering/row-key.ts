/** A row by its table and id. */
export interface RowKey {
  entity: string
  id: string
}

/** A row as text, for sets and maps. */
export const rowKeyOf = ({ entity, id }: RowKey): string => `${entity} ${id}`
