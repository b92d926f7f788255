import { type Fact, isRemembered, shownFacts } from '../../../domain/story/fact.ts'

/** The facts of an article that readers see, as its page draws them where it is narrow. */
export function HouseFacts({ facts }: { facts: readonly Fact[] }) {
  const shown = shownFacts(facts)
  if (shown.length === 0) return null
  return (
    <dl className="@container mt-6 divide-y divide-rule border border-rule px-6 py-3 font-serif text-lg leading-normal">
      {shown.map((fact, index) => (
        <div key={index} className={isRemembered(fact) ? 'py-2' : BESIDE}>
          <dt className="font-sans text-[0.8125rem] [overflow-wrap:anywhere] text-soft">{fact.label}</dt>
          <dd
            className={`text-pretty [overflow-wrap:anywhere] lining-nums ${isRemembered(fact) ? LARGE : ''}`}
          >
            {fact.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The value beside its label. */
const BESIDE =
  'grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-baseline gap-x-5 py-2 @md:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]'
const LARGE = 'text-2xl leading-[1.16] font-light tracking-[-0.01em] italic'
