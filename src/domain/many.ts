/** How many rows can be changed at once; a test compares it with `change_many` in supabase/schemas/many_at_once.sql. */
export const MAX_AT_ONCE = 500
