import { type FontUsage, FONT_USAGES } from '../../../domain/font.ts'

/** What a font is for: any of the four usages. */
export function UsageField({
  value,
  onChange,
}: {
  value: readonly FontUsage[]
  onChange: (usages: FontUsage[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Usage</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {FONT_USAGES.map((usage) => (
          <label key={usage} className="flex cursor-pointer items-center gap-2">
            <input
              type="checkbox"
              checked={value.includes(usage)}
              onChange={({ target }) =>
                onChange(FONT_USAGES.filter((one) => (one === usage ? target.checked : value.includes(one))))
              }
              className="size-4 accent-fill"
            />
            {usage}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-xs text-soft">
        The site uses a font only where its usage and its role in Global Styles agree.
      </p>
    </fieldset>
  )
}
