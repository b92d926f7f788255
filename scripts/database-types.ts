type Sql = <T>(text: string, params?: unknown[]) => Promise<T[]>

/** Types are as TypeScript writes them. */
interface Named {
  name: string
  type: string
}
interface Column extends Named {
  relation: string
  isTable: boolean
  optional: boolean
  generated: boolean
}
interface PgFunction {
  name: string
  strict: boolean
  set: boolean
  returns: string
  argumentsIn: (Named & { optional: boolean })[]
  columnsOut: Named[]
}

/** SQL for the TypeScript type of the values of the pg_type `oid`; a domain counts as its base type. */
function typeOf(oid: string): string {
  return `
  (select case
      when b.typnamespace = 'public'::regnamespace and b.typtype = 'e'
        then format('Database[''public''][''Enums''][%L]', b.typname)
      when b.typnamespace = 'public'::regnamespace and b.typtype = 'c'
        then format('Database[''public''][''Tables''][%L][''Row'']', b.typname)
      when b.typname in ('json', 'jsonb') then 'Json'
      when b.typname = 'void' then 'undefined'
      when b.typcategory = 'B' then 'boolean'
      when b.typcategory = 'N' then 'number'
      else 'string'
    end || case when e.oid is null then '' else '[]' end
   from pg_type d
   left join pg_type e on e.oid = d.typelem and d.typcategory = 'A'
   join pg_type b on b.oid = coalesce(nullif(coalesce(e.typbasetype, d.typbasetype), 0), e.oid, d.oid)
   where d.oid = ${oid})`
}

const COLUMNS = `
  select c.relname as relation, c.relkind not in ('v', 'm') as "isTable", a.attname as name,
    ${typeOf('a.atttypid')} || case when a.attnotnull then '' else ' | null' end as type,
    (a.atthasdef or a.attidentity <> '' or not a.attnotnull) as optional,
    (a.attgenerated <> '' or a.attidentity = 'a') as generated
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped
  order by 1, 3`

// Without functions that return a trigger, which the API cannot call.
const FUNCTIONS = `
  select p.proname as name, p.proisstrict as strict, p.proretset as set, ${typeOf('p.prorettype')} as returns,
    coalesce((
      select json_agg(json_build_object('name', x.name, 'type', ${typeOf('x.type')}, 'optional', x.n > x.count - p.pronargdefaults) order by x.n)
      from (select coalesce(p.proargnames[i], '') as name, t as type, row_number() over (order by i) as n, count(*) over () as count
            from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as u(t, i)
            where coalesce(p.proargmodes[i], 'i') in ('i', 'b', 'v')) x
    ), '[]') as "argumentsIn",
    coalesce((
      select json_agg(json_build_object('name', p.proargnames[i], 'type', ${typeOf('t')}) order by i)
      from unnest(p.proallargtypes) with ordinality as u(t, i) where p.proargmodes[i] in ('o', 'b', 't')
    ), '[]') as "columnsOut"
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    -- A function of a row is a computed column, which is not called by name.
    and not (p.pronargs = 1 and p.proargnames is null)
  order by p.proname, p.oid`

const ENUMS = `
  select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by 1`

/** The text of a TypeScript file with the type `Database` of the schema public, as supabase-js takes it. */
export async function databaseTypes(sql: Sql): Promise<string> {
  const columns = await sql<Column>(COLUMNS)
  const functions = await sql<PgFunction>(FUNCTIONS)
  const enums = await sql<{ name: string; labels: string[] }>(ENUMS)
  const byRelation = [...Map.groupBy(columns, (column) => column.relation)]
  const relations = (isTable: boolean, print: (own: Column[]) => string) =>
    byRelation
      .filter(([, own]) => own[0]?.isTable === isTable)
      .map(([name, own]) => `\n      ${name}: ${print(own)}`)
      .join('')

  return `// Written by \`npm run types\`: change the database, not this file.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

/** A table: its row, the columns that an insert may leave out, and the columns that only the database writes. */
type Table<Row, Optional extends keyof Row, Generated extends keyof Row> = {
  Row: Row
  Insert: { [Name in Exclude<keyof Row, Optional | Generated>]: Row[Name] } & { [Name in Optional]?: Row[Name] } & {
    [Name in Generated]?: never
  }
  Update: { [Name in Exclude<keyof Row, Generated>]?: Row[Name] } & { [Name in Generated]?: never }
  // Left out: schemas check the answers, so the types of joined rows are not inferred.
  Relationships: []
}

type Call<Args, Returns> = { Args: Args; Returns: Returns }

export type Database = {
  public: {
    Tables: {${relations(true, table)}
    }
    Views: {${relations(false, (own) => `{ Row: ${row(own)}, Relationships: [] }`)}
    }
    Functions: {${functions.map((one) => `\n      ${one.name}: ${call(one)}`).join('')}
    }
    Enums: {${enums.map(({ name, labels }) => `\n      ${name}: ${union(labels)}`).join('')}
    }
    CompositeTypes: { [_ in never]: never }
  }
}
`
}

function row(columns: Column[]): string {
  return `{${columns.map(({ name, type }) => `\n        ${name}: ${type}`).join('')}\n      }`
}

function table(columns: Column[]): string {
  const names = (some: Column[]) => union(some.map(({ name }) => name))
  const optional = columns.filter((column) => column.optional && !column.generated)
  return `Table<${row(columns)}, ${names(optional)}, ${names(columns.filter(({ generated }) => generated))}>`
}

function union(values: string[]): string {
  return values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(' | ') || 'never'
}

function call({ strict, set, returns, argumentsIn, columnsOut }: PgFunction): string {
  const nullable = strict ? '' : ' | null'
  const args = argumentsIn.map(
    ({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${type}${nullable}`,
  )
  const out = columnsOut.map(({ name, type }) => `${name}: ${type} | null`)
  return `Call<${object(args) || 'Record<PropertyKey, never>'}, ${object(out) || returns}${set ? '[]' : ''}>`
}

function object(properties: string[]): string {
  return properties.length > 0 ? `{ ${properties.join('; ')} }` : ''
}
