import * as z from 'zod/mini'
import { type JsonObject, isObject } from '../body/json.ts'
import type { ColumnField, Field } from './field.ts'
import { timestampSchema } from './row.ts'

export type Fields = Readonly<Record<string, Field<unknown>>>

/** The names of the fields that have a column. */
type ColumnName<F extends Fields> = {
  [K in keyof F]: F[K] extends { column: z.ZodMiniType } ? K : never
}[keyof F] &
  string

type ColumnShape<F extends Fields> = {
  [K in ColumnName<F>]: F[K] extends { column: infer Column extends z.ZodMiniType } ? Column : never
}

/** What a form holds. */
export type FormOf<F extends Fields> = { -readonly [K in keyof F]: z.output<F[K]['value']> }

/** The columns of the fields, as the database holds them. */
export type ColumnsOf<F extends Fields> = { -readonly [K in ColumnName<F>]: z.output<ColumnShape<F>[K]> }

/** The fields that have no column of their own. */
type OtherFields<F extends Fields> = Omit<FormOf<F>, ColumnName<F>>

/** The fields that each of two texts changed since `base`, and the fields in which the two differ. */
export interface Overlap<Name> {
  theirs: Name[]
  mine: Name[]
  both: Name[]
}

/**
 * Two texts in one. `contested`: the fields that both changed, each in another way; `theirs` and `mine` are the whole with
 * the one or the other text in these fields.
 */
export interface Merged<F extends Fields> {
  theirs: FormOf<F>
  mine: FormOf<F>
  contested: (keyof F & string)[]
}

interface Definition<F extends Fields, Own> {
  fields: F
  /** Further columns of a row, which are no form fields. */
  columns: Own
  /** Rules between fields, applied after each field is tidied. */
  tidy?: (form: FormOf<F>) => FormOf<F>
  /** The version of stored forms, 1 by default: raised when a field is renamed or its values change. */
  version?: number
  /** A stored form or row of an earlier version, in the present names and values. */
  upgrade?: (form: JsonObject, version: number) => JsonObject
}

/**
 * A content type: its row and form schemas, what a save writes, in what two texts differ, and how stored texts are
 * decoded, all derived from its fields.
 */
export class ContentType<const F extends Fields, Own extends z.core.$ZodShape> {
  readonly fields: F
  /** The names of the fields, in the order of their definition. */
  readonly names: readonly (keyof F & string)[]
  readonly labels: Readonly<Record<keyof F, string>>
  /** Schema of the columns of the fields. */
  readonly columns: z.ZodMiniObject<ColumnShape<F>>
  /** Schema of a row. */
  readonly row: z.ZodMiniObject<ColumnShape<F> & Own>
  /** The columns of a row, as PostgREST selects them. */
  readonly select: string
  /** Schema of a form that can be saved, without the rules between fields. */
  readonly form: z.ZodMiniObject<{ -readonly [K in keyof F]: F[K]['form'] }>
  readonly version: number
  readonly #definition: Definition<F, Own>
  readonly #columnFields: readonly (readonly [ColumnName<F>, ColumnField<unknown, unknown>])[]

  constructor(definition: Definition<F, Own>) {
    const { fields, columns, version = 1 } = definition
    const entries = Object.entries(fields)
    this.#definition = definition
    this.#columnFields = entries.flatMap(([name, field]) =>
      isColumn(field) ? [[name as ColumnName<F>, field] as const] : [],
    )
    this.fields = fields
    this.names = entries.map(([name]) => name)
    this.labels = Object.fromEntries(entries.map(([name, { label }]) => [name, label])) as typeof this.labels
    const columnShape = Object.fromEntries(this.#columnFields.map(([name, { column }]) => [name, column]))
    this.columns = z.object(columnShape) as unknown as typeof this.columns
    this.row = z.object({ ...columnShape, ...columns }) as unknown as typeof this.row
    this.select = selectOf(this.row)
    const formShape = Object.fromEntries(entries.map(([name, { form }]) => [name, form]))
    this.form = z.object(formShape) as unknown as typeof this.form
    this.version = version
  }

  /** A value for each field. */
  #form(value: (name: keyof F & string) => unknown): FormOf<F> {
    return Object.fromEntries(this.names.map((name) => [name, value(name)])) as FormOf<F>
  }

  blank(): FormOf<F> {
    return this.#form((name) => this.fields[name]?.empty)
  }

  /** The form as it is saved. */
  tidy(form: FormOf<F>): FormOf<F> {
    const tidy = this.#form((name) => this.fields[name]?.tidy(form[name]))
    return this.#definition.tidy?.(tidy) ?? tidy
  }

  /** Names of the fields in which two tidied forms differ. */
  changed(before: FormOf<F>, after: FormOf<F>): (keyof F & string)[] {
    const [a, b] = [this.tidy(before), this.tidy(after)]
    return this.names.filter((name) => this.fields[name]?.equals(a[name], b[name]) === false)
  }

  /** Validation errors: the first message of each invalid field. */
  errors(form: FormOf<F>): Partial<Record<keyof F, string>> {
    const errors: Partial<Record<PropertyKey, string>> = {}
    for (const { path, message } of this.form.safeParse(form).error?.issues ?? []) {
      const [name] = path
      if (name !== undefined) errors[name] ??= message
    }
    return errors
  }

  /** The form of a row; `others` are the fields that have no column. */
  formOf(row: ColumnsOf<F>, others: OtherFields<F>): FormOf<F> {
    const columns = this.#columnFields.map(([name, field]) => [name, field.fromColumn(row[name])])
    return { ...this.blank(), ...Object.fromEntries(columns), ...others }
  }

  /** The columns that a form sets. */
  columnsOf(form: FormOf<F>): ColumnsOf<F> {
    const tidy = this.tidy(form)
    const columns = this.#columnFields.map(([name, field]) => [name, field.toColumn(tidy[name])])
    return Object.fromEntries(columns) as ColumnsOf<F>
  }

  /** The changed columns to save over `stored`. */
  patch(form: FormOf<F>, stored: FormOf<F>): Partial<ColumnsOf<F>> {
    const changed: ReadonlySet<string> = new Set(this.changed(stored, form))
    const columns = Object.entries(this.columnsOf(form)).filter(([name]) => changed.has(name))
    return Object.fromEntries(columns) as Partial<ColumnsOf<F>>
  }

  /** `theirs` with what `mine` changed since `base`. */
  rebase(base: FormOf<F>, theirs: FormOf<F>, mine: FormOf<F>): FormOf<F> {
    const changed: ReadonlySet<string> = new Set(this.changed(base, mine))
    return this.#form((name) => (changed.has(name) ? mine : theirs)[name])
  }

  overlap(base: FormOf<F>, theirs: FormOf<F>, mine: FormOf<F>): Overlap<keyof F & string> {
    return {
      theirs: this.changed(base, theirs),
      mine: this.changed(base, mine),
      both: this.changed(theirs, mine),
    }
  }

  /**
   * Two texts in one: each field has the value of the text that changed it since `base`, and lists that both changed have
   * the changes of both.
   */
  merge(base: FormOf<F>, theirs: FormOf<F>, mine: FormOf<F>): Merged<F> {
    const fields = this.overlap(base, theirs, mine)
    const [from, a, b] = [this.tidy(base), this.tidy(theirs), this.tidy(mine)]
    const changed = (names: readonly string[], name: string) => names.includes(name)
    const contested: (keyof F & string)[] = []
    const merge = (preferred: FormOf<F>) =>
      this.#form((name) => {
        if (!changed(fields.theirs, name) || !changed(fields.both, name)) return mine[name]
        if (!changed(fields.mine, name)) return theirs[name]
        const both = this.fields[name]?.merge?.(from[name], a[name], b[name]) ?? null
        if (both !== null) return both
        if (!contested.includes(name)) contested.push(name)
        return preferred[name]
      })
    const merged = { theirs: merge(theirs), mine: merge(mine), contested }
    // A rule between fields may take back what one of the texts has changed: the two do not go together.
    const keeps = (
      form: FormOf<F>,
      preferred: FormOf<F>,
      other: FormOf<F>,
      othersNames: readonly string[],
    ) => {
      const tidy = this.tidy(form)
      return this.names.every((name) => {
        const isMerged =
          changed(fields.theirs, name) && changed(fields.mine, name) && !contested.includes(name)
        const text = changed(othersNames, name) && !contested.includes(name) ? other : preferred
        return isMerged || this.fields[name]?.equals(tidy[name], text[name])
      })
    }
    if (keeps(merged.mine, b, a, fields.theirs) && keeps(merged.theirs, a, b, fields.mine)) return merged
    return { theirs, mine, contested: this.names.filter((name) => changed(fields.both, name)) }
  }

  /**
   * Decodes a stored form of any version: a missing or malformed field takes its value from `missing`, unknown keys
   * are dropped.
   */
  decode(stored: unknown, version = 1, missing: FormOf<F> = this.blank()): FormOf<F> {
    const given = this.#upgraded(stored, version)
    return this.#form((name) => decodeValue(this.fields[name]?.value, given[name], missing[name]))
  }

  /**
   * Decodes the columns of a row that was stored as JSON, as `decode` does a form. The database stores no version with
   * a row: one that lacks a column is of an earlier version.
   */
  decodeColumns(stored: unknown): ColumnsOf<F> {
    const row = isObject(stored) ? stored : {}
    const isPresent = this.#columnFields.every(([name]) => name in row)
    const given = this.#upgraded(row, isPresent ? this.version : storedVersion(row))
    const missing = this.columnsOf(this.blank())
    const columns = this.#columnFields.map(([name, { column }]) => [
      name,
      decodeValue(column, given[name], missing[name]),
    ])
    return Object.fromEntries(columns) as ColumnsOf<F>
  }

  /** A stored form or row with the names and values of the present version. */
  #upgraded(stored: unknown, version: number): JsonObject {
    const given = isObject(stored) ? stored : {}
    const { upgrade } = this.#definition
    return version < this.version && upgrade ? upgrade(given, version) : given
  }
}

/** A column that holds objects as JSON: `selectOf` takes objects without it for the rows of a joined table. */
export function jsonColumn<Value>(value: z.ZodMiniType<Value>): z.ZodMiniType<Value> {
  return z.pipe(z.unknown(), value)
}

/** The columns of a row as PostgREST selects them, a joined table's in brackets: `id,article_tags(tag_id)`. */
export function selectOf(row: z.ZodMiniObject): string {
  return Object.entries(row.shape)
    .map(([name, schema]) => {
      const joined = schema instanceof z.ZodMiniArray ? schema.def.element : schema
      return joined instanceof z.ZodMiniObject ? `${name}(${selectOf(joined)})` : name
    })
    .join(',')
}

function isColumn(field: Field<unknown>): field is ColumnField<unknown, unknown> {
  return 'column' in field
}

function decodeValue(schema: z.ZodMiniType | undefined, value: unknown, missing: unknown): unknown {
  const result = schema?.safeParse(value)
  return result?.success ? result.data : missing
}

/** The version that a stored object was written with; 1 when it has none. */
export function storedVersion({ v }: JsonObject): number {
  return typeof v === 'number' ? v : 1
}

/** A stored time; the epoch when malformed. */
export const storedInstant = z.catch(timestampSchema, new Date(0).toISOString())
