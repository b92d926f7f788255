/** How many rows one bulk change may have; a test compares it with `bulk_change` of the database. */
export const MAX_BULK_ROWS = 500
