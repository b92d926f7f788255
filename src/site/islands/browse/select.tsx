import { useId } from 'react'

interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly (readonly [value: T, label: string])[]
  onChoose: (value: T) => void
}

/** A labelled select. An unknown value, as from an old address, is added as an option. */
export function Select<T extends string>({ label, value, options, onChoose }: SelectProps<T>) {
  const known = options.some(([option]) => option === value)
  const all = known ? options : [...options, [value, value] as const]
  const id = useId()
  return (
    <div className="select">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = all.find(([option]) => option === event.currentTarget.value)
          if (chosen) onChoose(chosen[0])
        }}
      >
        {all.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
