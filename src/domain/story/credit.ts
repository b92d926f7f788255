import * as z from 'zod/mini'
import { ContentType } from '../rows/content-type.ts'
import { DEFAULT_LANGUAGE } from '../text/date-format.ts'
import { type ColumnField, mergeLists, plain, text } from '../rows/field.ts'
import { idSchema } from '../rows/row.ts'

/** A person in a role: a row of `author_profiles`, and one of `credit_roles`. */
export const creditSchema = z.object({ person_id: idSchema, role_id: idSchema })
export type Credit = z.infer<typeof creditSchema>

/** Credits of one story. The same in the database (private.max_credits). */
export const MAX_CREDITS = 50

/** Whether two credits are the same person in the same role. */
export function isSameCredit(a: Credit, b: Credit): boolean {
  return a.person_id === b.person_id && a.role_id === b.role_id
}

function sameCredits(a: readonly Credit[], b: readonly Credit[]): boolean {
  return a.length === b.length && a.every((credit, index) => isSameCredit(credit, b[index] ?? credit))
}

/** The credits of a story in their order; the column is null when it has none. */
export function credits(label: string): ColumnField<Credit[], Credit[] | null> {
  // Merging two people leaves one twice in a stored text that had both in a role.
  const value = z.array(creditSchema).check(z.overwrite(withoutDoubles))
  return {
    ...plain<Credit[]>(label, [], value, sameCredits),
    form: value.check(z.maxLength(MAX_CREDITS, `${label} must have at most ${MAX_CREDITS} entries`)),
    column: z.nullable(value),
    merge: mergeLists(isSameCredit),
    fromColumn: (stored) => stored ?? [],
    toColumn: (list) => (list.length === 0 ? null : list),
  }
}

function withoutDoubles(list: Credit[]): Credit[] {
  return list.filter((credit, index) => list.findIndex((one) => isSameCredit(one, credit)) === index)
}

/** A role: its name, and the words before the names of its people ('photographs by'). */
export const creditRoleType = new ContentType({
  fields: {
    name: text({ label: 'Name', max: 60, required: true }),
    byline: text({ label: 'Byline', max: 80, required: true }),
  },
  columns: {
    id: idSchema,
    /** The role of the writers, which the owner of a story without credits has. */
    is_words: z.boolean(),
    position: z.int(),
  },
})
export const creditRoleSchema = creditRoleType.row
export type CreditRole = z.infer<typeof creditRoleSchema>

/** The order of roles in lists. */
export function compareRoles(a: CreditRole, b: CreditRole): number {
  return a.position - b.position || (a.name < b.name ? -1 : 1)
}

interface Named {
  name: string
  /** The address of their page. */
  path?: string | null
}

/** People of one story in one role; `byline` precedes their names. */
export interface CreditGroup<Person extends Named = Named> {
  byline: string
  people: readonly Person[]
}

/** Parts of a list of people as a language (null: the default) writes it, 'A, B and C': people, and the text between them. */
function listOfPeople<Person extends Named>(
  people: readonly Person[],
  language: string | null,
): (Person | string)[] {
  // The list is made of places, since two people may have one name.
  return new Intl.ListFormat(language ?? DEFAULT_LANGUAGE)
    .formatToParts(people.map((_, place) => String(place)))
    .map(({ type, value }) => (type === 'element' ? (people[Number(value)] ?? value) : value))
}

/** Parts of a byline in a language: 'Words by A and B, photographs by C'; 'Words and photographs by A'. */
export function bylineParts<Person extends Named>(
  groups: readonly CreditGroup<Person>[],
  language: string | null,
): (Person | string)[] {
  return withSharedRoles(groups, language).flatMap(({ byline, people }, place) => [
    place === 0 ? `${capitalized(byline)} ` : `, ${byline} `,
    ...listOfPeople(people, language),
  ])
}

/** Merges consecutive groups of the same people: 'words by A' and 'photographs by A' become 'words and photographs by A'. */
function withSharedRoles<Person extends Named>(
  groups: readonly CreditGroup<Person>[],
  language: string | null,
): CreditGroup<Person>[] {
  const runs: [CreditGroup<Person>, ...CreditGroup<Person>[]][] = []
  for (const group of groups) {
    const run = runs.at(-1)
    if (run !== undefined && canShare(run[0], group)) run.push(group)
    else runs.push([group])
  }
  return runs.map((run) => {
    const { byline, people } = run[0]
    if (run.length === 1) return { byline, people }
    const roles = run.map((group) => group.byline.slice(0, group.byline.lastIndexOf(' ')))
    return { byline: namesText(roles, language) + byline.slice(byline.lastIndexOf(' ')), people }
  })
}

/** Whether two groups have the same people, and the same word, such as 'by', between role and names. */
function canShare(a: CreditGroup, b: CreditGroup): boolean {
  const [, joint] = / (\S+)$/.exec(a.byline) ?? []
  return (
    joint !== undefined &&
    b.byline.endsWith(` ${joint}`) &&
    a.people.length === b.people.length &&
    a.people.every(
      ({ name, path }, place) => name === b.people[place]?.name && path === b.people[place]?.path,
    )
  )
}

/** A byline as text. */
export function bylineText(groups: readonly CreditGroup[], language: string | null): string {
  return bylineParts(groups, language)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')
}

/** Names as text, as a language writes them: 'A, B and C'. */
export function namesText(names: readonly string[], language: string | null): string {
  return new Intl.ListFormat(language ?? DEFAULT_LANGUAGE).format(names)
}

function capitalized(words: string): string {
  const [first = ''] = words
  return first.toUpperCase() + words.slice(first.length)
}
