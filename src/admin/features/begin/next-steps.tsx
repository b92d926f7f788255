import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

const STEPS = [
  {
    to: '/admin/sections',
    label: 'Sections',
    text: 'More of them, their order, and which are on the home page',
  },
  {
    to: '/admin/categories',
    label: 'Categories',
    text: 'What stories are sorted by; each says which sections list it',
  },
  { to: '/admin/menus', label: 'Menus', text: 'The links of header and footer, and the suggested searches' },
  { to: '/admin/colours', label: 'Colours', text: 'Each single one, in light and in dark' },
  { to: '/admin/branding', label: 'Branding', text: 'The logo, the icon, and the picture of shared links' },
  {
    to: '/admin/fonts',
    label: 'Fonts',
    text: 'Typefaces of your own, which are then chosen under Global Styles',
  },
  {
    to: '/admin/authors',
    label: 'Authors',
    text: 'Who writes, and who is in the editorial team on the About page',
  },
  {
    to: '/admin/texts',
    label: 'Texts',
    text: 'About, the newsletter, what subscribers agree to, privacy and terms',
  },
] as const

/** What makes a magazine one's own, each with its screen. */
export function Steps() {
  return (
    <dl className="my-4 grid gap-x-6 gap-y-3 last:mb-0 sm:grid-cols-2">
      {STEPS.map(({ to, label, text }) => (
        <div key={to}>
          <dt>
            <Link to={to} className="rounded-sm font-semibold text-prussian hover:underline">
              {label}
            </Link>
          </dt>
          <dd className="text-sm text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What comes after a magazine has begun. */
export function NextSteps({ siteName }: { siteName: string }) {
  // The form that had the focus is gone.
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Card title={`${siteName} Has Begun`}>
        <p className="text-soft">The public site follows within seconds. What makes it yours is here:</p>
        <Steps />
        <p className="flex flex-wrap gap-2">
          <Link to="/admin/articles/new" className={buttonClass({ variant: 'primary' })}>
            Write the First Story
          </Link>
          <a href="/" className={buttonClass()}>
            Open the Site
          </a>
        </p>
      </Card>
    </div>
  )
}
