/** What the demo magazine is called, where it is reached, and its icon: afterwards rows of the settings and of the branding. */
export const MAGAZINE = {
  name: 'Mantel',
  tagline: 'love where you live.',
  /** Name of the external link in the footer. */
  socialLabel: 'Instagram',
  socialUrl: 'https://www.instagram.com/mantel.journal',
  contactEmail: 'hello@mantel.example',
  icon:
    '<svg viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d3567"/><path fill="#e2e8eb" d="M4 7h24v3.5H4zM6 12h20v14h-4.5v-5.5a5.5 5.5 0 0 0-11 0V26H6z"/>' +
    '<circle cx="16" cy="23.5" r="2.5" fill="#ff7d54"/></svg>',
} as const
