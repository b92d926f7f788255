import { formatNumber } from '../../ui/format.ts'
/** A large number and what it counts. */
export function Headline({ number, what }: { number: number | string; what: string }) {
  return (
    <>
      <span className="mr-2 font-serif text-3xl tracking-[-0.02em] text-ink">
        {typeof number === 'number' ? formatNumber(number) : number}
      </span>
      {what}
    </>
  )
}
