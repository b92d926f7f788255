import { type Font, isUsedAs, ROLE_USAGES } from '../../../domain/font.ts'
import { Card } from '../../ui/card.tsx'
import { FontSample } from '../../components/font-sample.tsx'
import { FontTags } from '../../components/font-tags.tsx'
import { Select } from '../../ui/select.tsx'
import type { FontRole } from './chosen-fonts.ts'

const NONE = 'none'

const TEXTS: Readonly<Record<FontRole, { title: string; purpose: string }>> = {
  primary: { title: 'Primary Font', purpose: 'Headers and primary text' },
  secondary: { title: 'Secondary Font', purpose: 'Body text and supporting content' },
  accent: { title: 'Accent Font', purpose: 'Buttons and special elements' },
}

/** Chooses the font of one role and shows it. */
export function FontRoleCard({
  role,
  fonts,
  value,
  onChange,
  isDisabled,
}: {
  role: FontRole
  fonts: readonly Font[]
  value: string | null
  onChange: (id: string | null) => void
  isDisabled: boolean
}) {
  const { title, purpose } = TEXTS[role]
  const chosen = fonts.find(({ id }) => id === value)
  const options = [
    { id: NONE, label: 'No font selected' },
    ...fonts.map((font) => ({ id: font.id, label: font.font_name, detail: detail(font) })),
  ]
  return (
    <Card title={title} className="flex flex-col">
      <p className="-mt-2 mb-3 text-sm text-soft">{purpose}</p>
      <Select
        label={title}
        hideLabel
        options={options}
        value={chosen?.id ?? NONE}
        onChange={(id) => onChange(id === NONE ? null : id)}
        isDisabled={isDisabled}
      />
      {chosen !== undefined && (
        <div className="mt-4 flex flex-col gap-3">
          <FontSample font={chosen} className="flex flex-col gap-1 overflow-hidden">
            <p className="truncate text-3xl leading-tight">{chosen.font_name}</p>
            <p className="text-lg leading-snug">The quick brown fox jumps over the lazy dog. 0123456789</p>
          </FontSample>
          <FontTags font={chosen} />
          {!isUsedAs(role, chosen.font_usage) && (
            <p className="text-sm text-brick">
              {`The site will not show it: in this role it needs the usage ${ROLE_USAGES[role].join(' or ')}.`}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

function detail({ font_weight, font_style, font_usage }: Font): string {
  return [font_weight, font_style, font_usage.join(', ')].filter((part) => part !== '').join(' · ')
}
