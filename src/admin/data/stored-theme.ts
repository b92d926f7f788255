import { adminClient } from '../../backend/admin-client.ts'
import { themeSchema } from '../../domain/theme/theme.ts'
import { optionalRowQuery } from './requests/queries.ts'

/** The stored colours; null while the magazine has the standard ones. */
export const storedThemeQuery = optionalRowQuery(['theme', 'stored'], themeSchema, () =>
  adminClient().from('theme').select('light, dark'),
)
