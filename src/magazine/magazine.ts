/** What the magazine is called, and where it is reached. The name, tagline and link can be changed in the settings. */
export const MAGAZINE = {
  name: 'Mantel',
  tagline: 'love where you live.',
  /** Name of the external link in the footer. */
  socialLabel: 'Instagram',
  /** The language of the built-in texts, as social networks name it. */
  locale: 'en_GB',
  /** The year of the copyright line. */
  since: 2026,
  /** Where questions about personal data go. */
  privacyEmail: 'privacy@mantel.example',
  /** The day since which the privacy policy and the terms are in effect. */
  legalSince: '2025-08-01',
  /** The link and the contact address with which the demo content begins. */
  demo: {
    socialUrl: 'https://www.instagram.com/mantel.journal',
    contactEmail: 'hello@mantel.example',
  },
} as const
