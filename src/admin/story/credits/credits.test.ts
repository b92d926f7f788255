import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveCredits, nextRole, withPerson, withRole } from './credits.ts'

const role = (id: string, position: number) => ({
  ...{ id, position, name: id, byline: `${id} by`, is_words: id === 'words' },
})
const ROLES = [role('words', 0), role('photographs', 1), role('thanks', 2)]
const credit = (person_id: string, role_id: string) => ({ person_id, role_id })

describe('credits', () => {
  test('that are moved keep their order among each other, and the others theirs', () => {
    const people = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 2 })
    fc.assert(
      fc.property(people, fc.nat(), fc.nat(255), fc.boolean(), (ids, at, chosen, isAfter) => {
        const list = ids.map((id) => credit(id, 'words'))
        const target = ids[at % ids.length] ?? ''
        const isMoved = (id: string, place: number) => id !== target && ((chosen >> place) & 1) === 1
        const moved = ids.filter(isMoved)
        const others = ids.filter((id, place) => !isMoved(id, place))
        const place = others.indexOf(target) + (isAfter ? 1 : 0)
        const keys = new Set(moved.map((id) => `${id} words`))
        const result = moveCredits(list, keys, `${target} words`, isAfter)
        expect(result.map(({ person_id }) => person_id)).toEqual(others.toSpliced(place, 0, ...moved))
      }),
    )
  })

  test('of a new person get the first role that nobody has, then one that the person has not', () => {
    expect(nextRole(ROLES, [credit('a', 'words')], 'b')?.id).toBe('photographs')
    const full = ROLES.map(({ id }) => credit('a', id))
    expect(nextRole(ROLES, full, 'b')?.id).toBe('words')
    expect(nextRole(ROLES, full, 'a')).toBeNull()
  })

  test('name another person in all roles of one, each pair once', () => {
    const list = [credit('a', 'words'), credit('b', 'words'), credit('a', 'thanks')]
    expect(withPerson(list, 'a', 'b')).toEqual([credit('b', 'words'), credit('b', 'thanks')])
  })

  test('change the role of one person in one place', () => {
    const list = [credit('a', 'words'), credit('b', 'words'), credit('a', 'thanks')]
    expect(withRole(list, credit('a', 'thanks'), 'photographs')).toEqual([
      credit('a', 'words'),
      credit('b', 'words'),
      credit('a', 'photographs'),
    ])
  })
})
