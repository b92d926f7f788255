/**
 * The name of the row with an id; '…' until the rows are there (`rows` undefined), and `otherwise` when none of them has the
 * id: only what is loaded tells that somebody is unknown.
 */
export function nameIn(
  rows: readonly { id: string; name: string }[] | undefined,
  id: string,
  otherwise: string,
): string {
  return rows === undefined ? '…' : (rows.find((row) => row.id === id)?.name ?? otherwise)
}
