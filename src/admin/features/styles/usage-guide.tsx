import { Card } from '../../ui/card.tsx'

const ROLES = [
  [
    'Primary',
    'Headings take it where its usage names Header; text takes it where its usage names Body.',
    'Until it has loaded, and for signs it lacks: a sans-serif of the reader’s device.',
  ],
  [
    'Secondary',
    'Text takes it where its usage names Body and the primary font is not for text.',
    'Behind it: a serif of the reader’s device.',
  ],
  [
    'Accent',
    'Buttons take it where its usage names Buttons; labels where its usage names Accent.',
    'Behind it: a monospaced font of the reader’s device.',
  ],
] as const

/** What the three roles do on the site. */
export function UsageGuide() {
  return (
    <Card title="Usage Guide">
      <dl className="grid gap-5 md:grid-cols-3">
        {ROLES.map(([name, use, fallback]) => (
          <div key={name}>
            <dt className="mb-1 font-semibold">{name}</dt>
            <dd className="text-sm">{use}</dd>
            <dd className="mt-1 text-sm text-soft">{fallback}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 border-t border-rule pt-4 text-sm text-soft">
        A role without a font leaves the site’s own typefaces in place. The site follows within seconds of
        saving.
      </p>
    </Card>
  )
}
