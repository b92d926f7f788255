import { formatHeaderRules, headerRules } from '../../domain/site/response-headers.ts'
import { definePage } from './page-type.ts'

/** The file _headers. Astro leaves out files in src/pages whose names begin with an underscore. */
export const headerRulesPage = definePage({
  route: '/[prefix]headers',
  addresses: () => [{ prefix: '_' }],
  view: (_read, _params, { siteUrl }) => formatHeaderRules(headerRules(siteUrl)),
})
