import { type Fact as HouseFact, shownFacts } from '../../../domain/story/fact.ts'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'

/** The facts of an article that readers see. */
export function HouseFacts({ facts }: { facts: readonly HouseFact[] }) {
  const shown = shownFacts(facts)
  if (shown.length === 0) return null
  return (
    <FactList layout="columns" className="mt-6 border-y border-rule py-3">
      {shown.map(({ label, value }, index) => (
        <Fact key={index} name={label}>
          {value}
        </Fact>
      ))}
    </FactList>
  )
}
