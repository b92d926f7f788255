import { type Control, useController } from 'react-hook-form'
import { Card } from '../../ui/layout/card.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import type { DemoRow } from './data/begin.ts'
import type { BeginFormValues } from './begin-form.ts'

const NOUNS: Readonly<Record<DemoRow['kind'], readonly [one: string, more: string]>> = {
  story: ['story', 'stories'],
  page: ['page', 'pages'],
  template: ['template', 'templates'],
  plan: ['idea of the plan', 'ideas of the plan'],
  section: ['section', 'sections'],
  category: ['category', 'categories'],
  tag: ['tag', 'tags'],
  author: ['author', 'authors'],
  picture: ['picture', 'pictures'],
  font: ['font', 'fonts'],
  subscriber: ['subscriber', 'subscribers'],
  message: ['message', 'messages'],
  account: ['account', 'accounts'],
}

function countOf(kind: DemoRow['kind'], count: number): string {
  return `${count} ${NOUNS[kind][count === 1 ? 0 : 1]}`
}

/** What leaves with the demo content, and what somebody has written in since, which may stay. */
export function DemoCard({
  control,
  rows,
  isDemoAccount,
}: {
  control: Control<BeginFormValues>
  rows: readonly DemoRow[]
  /** Whether who begins is signed in with an account of the demo. */
  isDemoAccount: boolean
}) {
  const { field: removes } = useController({ control, name: 'removesDemo' })
  const { field: keep } = useController({ control, name: 'keep' })
  const changed = rows.filter(({ is_changed }) => is_changed)
  return (
    <Card title="Demo Content">
      <Switch label="Remove the demo content" isSelected={removes.value} onChange={removes.onChange} />
      <p className="mt-1 text-sm text-soft">
        {removes.value
          ? 'All of it goes when your magazine begins, for good. What you have made yourself stays, and so do the sections, categories, tags, authors and pictures that it uses.'
          : 'It stays until you delete it, piece by piece.'}
      </p>
      {removes.value && (
        <>
          <ul className="mt-4 grid gap-1 text-sm">
            {groupsOf(rows).map(([kind, titles]) => (
              <li key={kind}>
                <details>
                  <summary className="cursor-pointer">{countOf(kind, titles.length)}</summary>
                  <p className="mt-1 mb-2 pl-4 text-soft">{titles.join(', ')}</p>
                </details>
              </li>
            ))}
          </ul>
          {changed.length > 0 && (
            <fieldset className="mt-4">
              <legend className="mb-2 text-sm text-soft">
                Somebody has changed these since. What is ticked stays.
              </legend>
              <div className="grid gap-1.5">
                {changed.map(({ id, kind, title }) => (
                  <label key={id} className="flex items-start gap-2.5 text-sm">
                    <input
                      type="checkbox"
                      checked={keep.value.includes(id)}
                      onChange={({ target }) => {
                        const others = keep.value.filter((one) => one !== id)
                        keep.onChange(target.checked ? [...others, id] : others)
                      }}
                      className="mt-[calc((1lh-1rem)/2)] size-4 shrink-0 accent-fill"
                    />
                    <span>
                      {title} <span className="text-soft">({NOUNS[kind][0]})</span>
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          )}
          {isDemoAccount && (
            <p className="mt-4 text-sm">
              You are signed in with an account of the demo, whose password everybody can read. It stays, so
              that you can go on: change its address and its password under Account.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

/** The titles of each kind, in the order of `NOUNS`. */
function groupsOf(rows: readonly DemoRow[]): [kind: DemoRow['kind'], titles: string[]][] {
  const groups = Map.groupBy(rows, ({ kind }) => kind)
  return (Object.keys(NOUNS) as DemoRow['kind'][]).flatMap((kind) => {
    const titles = groups.get(kind)?.map(({ title }) => title ?? '')
    return titles === undefined ? [] : [[kind, titles]]
  })
}
