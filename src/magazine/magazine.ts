/** What the magazine is called, and where it is reached. The name, tagline and link can be changed in the settings. */
export const MAGAZINE = {
  name: 'Mantel',
  tagline: 'love where you live.',
  /** Name of the external link in the footer. */
  socialLabel: 'Instagram',
  /** The link and the contact address with which the demo content begins. */
  demo: {
    socialUrl: 'https://www.instagram.com/mantel.journal',
    contactEmail: 'hello@mantel.example',
  },
} as const
