type Sql = <T>(text: string, params?: unknown[]) => Promise<T[]>

interface Column {
  relation: string
  kind: 'table' | 'view'
  name: string
  type: PgType
  nullable: boolean
  optional: boolean
  generated: boolean
}
interface Relationship {
  relation: string
  name: string
  columns: string[]
  referenced: string
  referencedColumns: string[]
  oneToOne: boolean
}
interface PgFunction {
  name: string
  strict: boolean
  set: boolean
  returns: PgType
  argumentsIn: { name: string; type: PgType; optional: boolean }[]
  columnsOut: { name: string; type: PgType }[]
}
/** A type by its schema, name and kind (b base, e enum, d domain, c row of a table, p pseudo). */
interface PgType {
  schema: string
  name: string
  kind: string
  array: boolean
}

/** The row of pg_type `t` as a PgType; arrays and domains are seen through. */
const TYPE = `
  (select json_build_object('schema', n.nspname, 'name', b.typname, 'kind', b.typtype, 'array', e.oid is not null)
   from pg_type d
   left join pg_type e on e.oid = d.typelem and d.typcategory = 'A'
   join pg_type b on b.oid = coalesce(nullif(coalesce(e.typbasetype, d.typbasetype), 0), e.oid, d.oid)
   join pg_namespace n on n.oid = b.typnamespace
   where d.oid = `

const COLUMNS = `
  select c.relname as relation, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    a.attname as name, ${TYPE} a.atttypid) as type, not a.attnotnull as nullable,
    (a.atthasdef or a.attidentity <> '' or not a.attnotnull) as optional,
    (a.attgenerated <> '' or a.attidentity = 'a') as generated
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped
  order by 1, 3`

const RELATIONSHIPS = `
  select k.conrelid::regclass::text as relation, k.conname as name, f.relname as referenced,
    ${columnNames('k.conrelid', 'k.conkey')} as columns,
    ${columnNames('k.confrelid', 'k.confkey')} as "referencedColumns",
    exists (select 1 from pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indpred is null
      and i.indkey::int2[] @> k.conkey and k.conkey @> i.indkey::int2[]) as "oneToOne"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by c.relname, k.conname`

// Functions that return trigger cannot be called, and are no business of the API.
const FUNCTIONS = `
  select p.proname as name, p.proisstrict as strict, p.proretset as set, ${TYPE} p.prorettype) as returns,
    coalesce((
      select json_agg(json_build_object('name', x.name, 'type', ${TYPE} x.type), 'optional', x.n > x.count - p.pronargdefaults) order by x.n)
      from (select coalesce(p.proargnames[i], '') as name, t as type, row_number() over (order by i) as n, count(*) over () as count
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(t, i)
            where coalesce(p.proargmodes[i], 'i') in ('i', 'b', 'v')) x
    ), '[]') as "argumentsIn",
    coalesce((
      select json_agg(json_build_object('name', p.proargnames[i], 'type', ${TYPE} t)) order by i)
      from unnest(p.proallargtypes) with ordinality as u(t, i) where p.proargmodes[i] in ('o', 'b', 't')
    ), '[]') as "columnsOut"
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname, p.oid`

const ENUMS = `
  select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by 1`

/** The text of a TypeScript file with the type `Database` of the schema public, as supabase-js takes it. */
export async function databaseTypes(sql: Sql): Promise<string> {
  const columns = await sql<Column>(COLUMNS)
  const relationships = await sql<Relationship>(RELATIONSHIPS)
  const functions = await sql<PgFunction>(FUNCTIONS)
  const enums = await sql<{ name: string; labels: string[] }>(ENUMS)
  const relations = (kind: Column['kind']) => {
    const groups = Map.groupBy(
      columns.filter((column) => column.kind === kind),
      (column) => column.relation,
    )
    return [...groups].map(([name, own]) => relation(name, own, relationships)).join('')
  }

  return `// Written by \`npm run types\`: change the migrations, not this file.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A table: its row, the columns that an insert may leave out, and those that only the database writes. */
type Table<
  Row,
  Optional extends keyof Row,
  Generated extends keyof Row,
  Relationships extends readonly unknown[],
> = {
  Row: Row
  Insert: { [Name in Exclude<keyof Row, Optional | Generated>]: Row[Name] } & { [Name in Optional]?: Row[Name] } & {
    [Name in Generated]?: never
  }
  Update: { [Name in Exclude<keyof Row, Generated>]?: Row[Name] } & { [Name in Generated]?: never }
  Relationships: Relationships
}

type ForeignKey<Name, Columns, Table, TableColumns, OneToOne> = {
  foreignKeyName: Name
  columns: Columns
  isOneToOne: OneToOne
  referencedRelation: Table
  referencedColumns: TableColumns
}

export type Database = {
  public: {
    Tables: {${relations('table')}
    }
    Views: {${relations('view')}
    }
    Functions: {${functions.map(pgFunction).join('')}
    }
    Enums: {${enums.map(({ name, labels }) => `\n      ${name}: ${union(labels)}`).join('')}
    }
    CompositeTypes: { [_ in never]: never }
  }
}
`
}

function relation(name: string, columns: Column[], relationships: Relationship[]): string {
  const row = columns
    .map(
      (column) => `\n        ${column.name}: ${typescript(column.type)}${column.nullable ? ' | null' : ''}`,
    )
    .join('')
  const keys = relationships
    .filter((one) => one.relation === name)
    .map((key) => `\n        ${foreignKey(key)},`)
  const relationshipsText = `[${keys.join('')}${keys.length > 0 ? '\n      ' : ''}]`
  if (columns[0]?.kind === 'view')
    return `\n      ${name}: { Row: {${row}\n      }, Relationships: ${relationshipsText} }`
  const optional = columns.filter((column) => column.optional && !column.generated)
  const generated = columns.filter((column) => column.generated)
  const names = (some: Column[]) => union(some.map((column) => column.name))
  return `\n      ${name}: Table<{${row}\n      }, ${names(optional)}, ${names(generated)}, ${relationshipsText}>`
}

function foreignKey({ name, columns, referenced, referencedColumns, oneToOne }: Relationship): string {
  const names = (some: string[]) => `[${some.map((column) => `'${column}'`).join(', ')}]`
  return `ForeignKey<'${name}', ${names(columns)}, '${referenced}', ${names(referencedColumns)}, ${oneToOne}>`
}

function union(values: string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(' | ') || 'never'
}

function pgFunction({ name, strict, set, returns, argumentsIn, columnsOut }: PgFunction): string {
  const nullable = strict ? '' : ' | null'
  const args = argumentsIn.map(
    (argument) => `${argument.name}${argument.optional ? '?' : ''}: ${typescript(argument.type)}${nullable}`,
  )
  const row =
    columnsOut.length > 0
      ? `{ ${columnsOut.map((column) => `${column.name}: ${typescript(column.type)} | null`).join('; ')} }`
      : typescript(returns)
  return `
      ${name}: {
        Args: ${args.length > 0 ? `{ ${args.join('; ')} }` : 'Record<PropertyKey, never>'}
        Returns: ${row}${set ? '[]' : ''}
      }`
}

const NAMED_TYPES: Record<string, string> = {
  bool: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
}
const NUMBERS = ['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']

function typescript({ schema, name, kind, array }: PgType): string {
  const one = scalar(schema, name, kind)
  return array ? `${one.includes(' ') ? `(${one})` : one}[]` : one
}

function scalar(schema: string, name: string, kind: string): string {
  if (schema === 'public' && kind === 'e') return `Database['public']['Enums']['${name}']`
  if (schema === 'public' && kind === 'c') return `Database['public']['Tables']['${name}']['Row']`
  return NAMED_TYPES[name] ?? (NUMBERS.includes(name) ? 'number' : 'string')
}

function columnNames(relation: string, numbers: string): string {
  return `(select array_agg(a.attname::text order by u.i) from unnest(${numbers}) with ordinality as u(n, i)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.n)`
}
