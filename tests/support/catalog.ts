import type { Database } from '../../supabase/local/database.ts'

/** The objects of a database, each with its definition, by a name such as `column public.articles.title`. */
export type Catalog = ReadonlyMap<string, string>

const SYSTEM_SCHEMAS = `('pg_catalog', 'information_schema', 'pg_toast', 'supabase_migrations')`
const OURS = `n.nspname not in ${SYSTEM_SCHEMAS} and n.nspname !~ '^pg_(temp|toast_temp)_'`

/** SQL for the owner and the privileges of an object; those that it has by default are written out. */
const access = (owner: string, acl: string, kind: string) => `
  ' owner ' || ${owner}::regrole || ' grants ' || coalesce((
    select string_agg(granted::text, ' ' order by granted::text collate "C")
    from unnest(coalesce(${acl}, acldefault('${kind}', ${owner}))) granted), 'none')`

/** Each finds pairs of a name and a definition. */
const QUERIES: Readonly<Record<string, string>> = {
  schema: `
    select n.nspname as name, ${access('n.nspowner', 'n.nspacl', 'n')} as definition from pg_namespace n where ${OURS}`,
  extension: `
    select e.extname as name, n.nspname || ' ' || e.extversion as definition
    from pg_extension e join pg_namespace n on n.oid = e.extnamespace`,
  type: `
    select format('%I.%I', n.nspname, t.typname) as name, concat_ws(' ', t.typtype, format_type(nullif(t.typbasetype, 0), null),
      (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
      || ${access('t.typowner', 't.typacl', 'T')} as definition
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OURS} and t.typelem = 0`,
  relation: `
    select format('%I.%I', n.nspname, c.relname) as name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions::text,
      case when c.relrowsecurity then 'row level security' end, case when c.relforcerowsecurity then 'forced' end,
      'replica identity', c.relreplident, case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
      (select format('%s from %s by %s between %s and %s', format_type(s.seqtypid, null), s.seqstart, s.seqincrement,
        s.seqmin, s.seqmax) from pg_sequence s where s.seqrelid = c.oid))
      || case when c.relkind in ('r', 'p', 'v', 'm', 'f') then ${access('c.relowner', 'c.relacl', 'r')}
              when c.relkind = 'S' then ${access('c.relowner', 'c.relacl', 's')} else '' end as definition
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind <> 'i'`,
  column: `
    select format('%I.%I.%I', n.nspname, c.relname, a.attname) as name,
      concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
        case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
        'identity ' || nullif(a.attidentity, '')::text, 'generated ' || nullif(a.attgenerated, '')::text,
        'collate ' || nullif(a.attcollation, 0)::regcollation::text, 'grants ' || (
          select string_agg(granted::text, ' ' order by granted::text collate "C") from unnest(a.attacl) granted)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c') and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select c.conrelid::regclass || '.' || c.conname as name, concat_ws(' ', pg_get_constraintdef(c.oid),
      case when not c.convalidated then 'not validated' end) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${OURS}`,
  index: `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid)
      || case when i.indisvalid then '' else ' not valid' end as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OURS}`,
  trigger: `
    select t.tgrelid::regclass || '.' || t.tgname as name, t.tgenabled::text || ' ' || pg_get_triggerdef(t.oid) as definition
    from pg_trigger t where not t.tgisinternal`,
  'event trigger': `
    select evtname as name, concat_ws(' ', evtevent, evtfoid::regprocedure, evtenabled, evttags::text) as definition
    from pg_event_trigger`,
  policy: `
    select format('%I.%I.%s', schemaname, tablename, policyname) as name,
      concat_ws(' ', permissive, cmd, 'to', roles::text, 'using', qual, 'check', with_check) as definition
    from pg_policies`,
  function: `
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) || ${access('p.proowner', 'p.proacl', 'f')} as definition
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${OURS} and p.prokind in ('f', 'p')`,
  'default privileges': `
    select concat_ws(' ', d.defaclrole::regrole, nullif(d.defaclnamespace, 0)::regnamespace, d.defaclobjtype) as name,
      (select string_agg(granted::text, ' ' order by granted::text collate "C") from unnest(d.defaclacl) granted) as definition
    from pg_default_acl d`,
  publication: `
    select p.pubname as name, concat_ws(' ', p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
      (select string_agg(t.schemaname || '.' || t.tablename || ' ' || t.attnames::text, ', ' order by 1)
       from pg_publication_tables t where t.pubname = p.pubname)) as definition
    from pg_publication p`,
  comment: `
    select pg_describe_object(d.classoid, d.objoid, d.objsubid) as name, d.description as definition
    from pg_description d
    where not exists (select 1 from pg_depend e where e.classid = d.classoid and e.objid = d.objoid and e.deptype = 'e')
      and d.objoid >= 16384`,
}

/** Tables whose rows count: what migrations insert, such as buckets, reserved slugs and jobs of pg_cron. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, (
    select coalesce(array_agg(a.attname), '{}') from pg_attribute a
    where a.attrelid = c.oid and format_type(a.atttypid, null) in ('uuid', 'bytea', 'timestamp with time zone')) as ignored
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind = 'r'`

/** Reads every object of a database and the rows of its tables, but for the times and random values in them. */
export async function readCatalog(database: Pick<Database, 'sql'>): Promise<Catalog> {
  const catalog = new Map<string, string>()
  for (const [kind, query] of Object.entries(QUERIES)) {
    const found = await database.sql<{ name: string; definition: string }>(query)
    for (const { name, definition } of found) catalog.set(`${kind} ${name}`, definition)
  }
  for (const { name, ignored } of await database.sql<{ name: string; ignored: string[] }>(TABLES)) {
    const rows = await database.sql<{ row: string }>(
      `select (to_jsonb(t) - $1::text[])::text as row from ${name} t order by 1`,
      [ignored],
    )
    catalog.set(`rows of ${name}`, rows.map(({ row }) => row).join('\n'))
  }
  return catalog
}
