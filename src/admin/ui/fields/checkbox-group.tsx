/** Any number of a few values, in two columns. A chosen value that is not among the options stays chosen. */
export function CheckboxGroup<Value extends string>({
  label,
  options,
  value,
  onChange,
  description,
}: {
  label: string
  options: readonly { id: Value; label: string }[]
  value: readonly Value[]
  onChange: (value: Value[]) => void
  description: string
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid grid-cols-2 items-start gap-x-5 gap-y-2">
        {options.map((option) => (
          <label key={option.id} className="flex cursor-pointer items-start gap-2">
            <input
              type="checkbox"
              checked={value.includes(option.id)}
              onChange={({ target }) => {
                const others = value.filter((one) => one !== option.id)
                onChange(target.checked ? [...others, option.id] : others)
              }}
              className="mt-[calc((1lh-1rem)/2)] size-4 shrink-0 accent-fill"
            />
            {option.label}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-xs text-soft">{description}</p>
    </fieldset>
  )
}
