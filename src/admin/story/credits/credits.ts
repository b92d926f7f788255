import { type Credit, type CreditRole, isSameCredit } from '../../../domain/story/credit.ts'

/** Tells the credits of a story apart. */
export const creditKey = ({ person_id, role_id }: Credit) => `${person_id} ${role_id}`

/** Moves the credits with these keys before or after the credit with the key `target`. */
export function moveCredits(
  credits: readonly Credit[],
  keys: ReadonlySet<string>,
  target: string,
  isAfter: boolean,
): Credit[] {
  const isMoved = (credit: Credit) => keys.has(creditKey(credit))
  const rest = credits.filter((credit) => !isMoved(credit))
  const place = rest.findIndex((credit) => creditKey(credit) === target)
  if (place < 0) return [...credits]
  return rest.toSpliced(place + (isAfter ? 1 : 0), 0, ...credits.filter(isMoved))
}

/** The credits with another role in one of them. */
export function withRole(credits: readonly Credit[], changed: Credit, role_id: string): Credit[] {
  return credits.map((credit) => (isSameCredit(credit, changed) ? { ...credit, role_id } : credit))
}

/** The credits with one person in the place of another, each pair once. */
export function withPerson(credits: readonly Credit[], replaced: string, person_id: string): Credit[] {
  const all = credits.map((credit) => (credit.person_id === replaced ? { ...credit, person_id } : credit))
  return all.filter((credit, at) => all.findIndex((one) => isSameCredit(one, credit)) === at)
}

/** The role of a person who is added: the first that nobody has yet, else the first that they have not. Null: they have all. */
export function nextRole(
  roles: readonly CreditRole[],
  credits: readonly Credit[],
  personId: string,
): CreditRole | null {
  const free = roles.filter(({ id }) => !credits.some((credit) => credit.role_id === id))
  const own = roles.filter(
    ({ id }) => !credits.some((credit) => isSameCredit(credit, { person_id: personId, role_id: id })),
  )
  return free[0] ?? own[0] ?? null
}
